import { expect, onTestFinished, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { makeFixture, send, table, type Fixture } from '#support/access-table';
import { eventually } from '#support/eventually';
import { readZip } from '#support/read-zip';
import { runDue } from '#support/run-due';
import type { Answer } from '#support/test-app';

/** What would be gained: why somebody needs more time, and that somebody asked. */

const others = ['classmate', 'outsider', 'foreignMentor'] as const;
const reads = (Object.keys(table) as EndpointName[]).filter((name) => endpoints[name].method === 'GET');

/** What an answer says, with its validators and sizes; who is online depends on the time. */
function traceOf({ status, headers, body }: Answer): string {
  const { etag, 'content-length': length, 'last-modified': modified } = headers;
  const { request_id: _, ...rest } = (body ?? {}) as { request_id?: string };
  const said = JSON.stringify([status, etag, typeof body === 'object' ? rest : [body, length], modified]);
  return said.replaceAll(/"online":(?:true|false)/g, '');
}

/** By role and call; those that differ each time are left out. */
async function readAll(fixture: Fixture): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const role of others)
    for (const name of reads) found.set(`${name} as ${role}`, traceOf(await send(fixture, name, role)));
  return found;
}

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
  const fixture = await makeFixture();
  const { app, clients, emails, batch } = fixture;
  // Who gets mail.
  const confirmed_at = app.clock.now();
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ confirmed_at }).where('confirmed_at', 'is', null).execute(),
  );
  const first = await readAll(fixture);
  const second = await readAll(fixture);
  await plantRequests(fixture);
  const third = await readAll(fixture);
  const steady = [...first].filter(([what, trace]) => second.get(what) === trace);
  expect(steady.length, 'calls that answer the same twice').toBeGreaterThan(first.size * 0.9);
  for (const [what, trace] of steady) expect(third.get(what), what).toBe(trace);
  for (const [what, trace] of third) expect(trace, what).not.toMatch(canary);

  const own = await clients.student.get(`/api/students/timeline/${emails.student}`);
  expect(JSON.stringify(own.body), 'planted').toMatch(canary);
  const open = await clients.mentor.get(`/api/staff/batches/${batch}/extension-requests`);
  expect(JSON.stringify(open.body), 'planted').toMatch(canary);

  const { reader } = app.context.database;
  const accounts = await reader.selectFrom('accounts').select(['id', 'email']).execute();
  const idOf = (email: string) => accounts.find((one) => one.email === email) as { id: number };
  for (const role of ['student', 'classmate'] as const) {
    const packed = await app.app.inject({
      url: `/api/students/record/${emails[role]}`,
      headers: { cookie: await app.cookieOf(idOf(emails[role])) },
    });
    const text = [...readZip(packed.rawPayload).values()].join();
    if (role === 'student') expect(text, 'their own record').toMatch(canary);
    else expect(text).not.toMatch(canary);
  }

  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const asked = /requests an extension|requested an extension/;
  const mails = await reader.selectFrom('outbox').select(['recipient', 'subject', 'text', 'html']).execute();
  expect(JSON.stringify(mails), 'mentors are told').toMatch(asked);
  for (const mail of mails) {
    expect(JSON.stringify(mail), 'a reason is in no mail').not.toMatch(canary);
    if (mail.recipient !== emails.mentor) expect(JSON.stringify(mail), mail.recipient).not.toMatch(asked);
  }
  const notices = await reader
    .selectFrom('notices')
    .where(
      'account_id',
      'in',
      others.map((role) => idOf(emails[role]).id),
    )
    .where('kind', 'in', ['grant', 'extension-request', 'extension-declined'])
    .select('text')
    .execute();
  expect(notices).toEqual([]);
});

test('no event follows a request in the stream of a batch', async () => {
  const fixture = await makeFixture();
  const { app, emails, batch } = fixture;
  const { reader } = app.context.database;
  const accounts = await reader.selectFrom('accounts').select(['id', 'email']).execute();
  let heard = '';
  for (const role of ['classmate', 'mentor'] as const) {
    const account = accounts.find(({ email }) => email === emails[role]) as { id: number };
    const named = role === 'mentor' ? batch : emails[role];
    const response = await app.app.inject({
      url: `/api/discussion/discussion/${named}/events?after=0`,
      headers: { cookie: await app.cookieOf(account) },
      payloadAsStream: true,
    });
    const stream = response.stream().setEncoding('utf8');
    onTestFinished(() => void stream.destroy());
    stream.on('data', (text: string) => (heard += text));
  }
  const before = await reader.selectFrom('discussion_versions').selectAll().execute();
  await plantRequests(fixture);
  expect(await reader.selectFrom('discussion_versions').selectAll().execute()).toEqual(before);
  const { question } = fixture;
  const url = `/api/discussion/discussion/${emails.classmate}/question/${question}/answer`;
  await fixture.clients.classmate.post(url, { answer: 'The next event.' });
  await eventually(() => expect(heard.match(/^event: question$/gm)?.length).toBeGreaterThanOrEqual(2));
  expect(heard).not.toMatch(/canary-4c1e|extension/);
});
