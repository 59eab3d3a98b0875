import { expect, test } from 'vitest';
import { makeFixture, type Fixture } from '#support/access-table';
import { eventually } from '#support/eventually';
import { accountOf, expectNoTrace, listen, mailsOfNextDay, others, recordOf } from '#support/traces';

/** What would be gained: why somebody needs more time, and that somebody asked. */

const canary = /canary-4c1e/;

/** One answered, one open. */
async function plantRequests({ clients, emails }: Fixture): Promise<void> {
  const until = '2027-02-15';
  const ask = (reason: string, until: string) =>
    clients.student.post(`/api/students/extensionRequest/${emails.student}`, { task: 'viva', until, reason });
  const asked = await ask('canary-4c1e: my mother is ill', until);
  expect(asked.status).toBe(201);
  const { id } = asked.body.extension_request;
  const url = `/api/staff/students/${emails.student}/extension-requests/${id}`;
  const words = 'canary-4c1e: get well';
  expect((await clients.mentor.put(url, { answer: 'granted', until, words })).status).toBe(200);
  expect((await ask('canary-4c1e: she is no better', '2027-03-15')).status).toBe(201);
}

test('no call, count, ETag, notice, mail or record of another shows that somebody asked', async () => {
  const { fixture } = await expectNoTrace(canary, plantRequests);
  const { app, clients, emails, batch } = fixture;

  const own = await clients.student.get(`/api/students/timeline/${emails.student}`);
  expect(JSON.stringify(own.body), 'planted').toMatch(canary);
  const open = await clients.mentor.get(`/api/staff/batches/${batch}/extension-requests`);
  expect(JSON.stringify(open.body), 'planted').toMatch(canary);

  expect(await recordOf(fixture, 'student'), 'their own record').toMatch(canary);
  expect(await recordOf(fixture, 'classmate')).not.toMatch(canary);

  const asked = /requests an extension|requested an extension/;
  const mails = await mailsOfNextDay(fixture);
  expect(JSON.stringify(mails), 'mentors are told').toMatch(asked);
  for (const mail of mails) {
    expect(JSON.stringify(mail), 'a reason is in no mail').not.toMatch(canary);
    if (mail.recipient !== emails.mentor) expect(JSON.stringify(mail), mail.recipient).not.toMatch(asked);
  }
  const accounts = await Promise.all(others.map((role) => accountOf(fixture, role)));
  const notices = await app.context.database.reader
    .selectFrom('notices')
    .where(
      'account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .where('kind', 'in', ['grant', 'extension-request', 'extension-declined'])
    .select('text')
    .execute();
  expect(notices).toEqual([]);
});

test('no event follows a request in the stream of a batch', async () => {
  const fixture = await makeFixture();
  const { app, emails } = fixture;
  const { reader } = app.context.database;
  const streams = [
    await listen(fixture, 'classmate', 'discussion'),
    await listen(fixture, 'mentor', 'discussion'),
  ];
  const heard = () => streams.map(({ text }) => text).join('');
  const before = await reader.selectFrom('discussion_versions').selectAll().execute();
  await plantRequests(fixture);
  expect(await reader.selectFrom('discussion_versions').selectAll().execute()).toEqual(before);
  const { question } = fixture;
  const url = `/api/discussion/discussion/${emails.classmate}/question/${question}/answer`;
  await fixture.clients.classmate.post(url, { answer: 'The next event.' });
  await eventually(() => expect(heard().match(/^event: question$/gm)?.length).toBeGreaterThanOrEqual(2));
  expect(heard()).not.toMatch(/canary-4c1e|extension/);
});
