import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { makeFixture, send, table } from '#support/access-table';
import { readZip } from '#support/read-zip';
import { runDue } from '#support/run-due';
import { ownWords, plantStaffWords, staffWords } from '#support/staff-words';

/** What would be gained: one's marks before a mentor stands by them, and what staff write among themselves. */

/** What ends the session, or takes away what others read. */
const last: EndpointName[] = ['changePassword', 'changeEmail', 'cancelUpload', 'deleteQuestion', 'logOut'];

/** All calls: first those that read, then those that change something. */
const names = (Object.keys(table) as EndpointName[]).toSorted(
  (a, b) =>
    Number(last.includes(a)) - Number(last.includes(b)) ||
    Number(endpoints[a].method !== 'GET') - Number(endpoints[b].method !== 'GET'),
);

test('no mark that is not released and no word of staff reaches a student by any call, record or mail', async () => {
  const fixture = await makeFixture();
  const { app, clients, emails, submission } = fixture;
  await plantStaffWords(fixture);
  for (const path of [
    `students/${emails.student}/submissions`,
    `students/${emails.student}/notes`,
    `students/${emails.student}/time`,
    `students/${emails.classmate}/time`,
    `submissions/${submission}/history`,
  ]) {
    const { status, body } = await clients.mentor.get(`/api/staff/${path}`);
    expect(status).toBe(200);
    expect(JSON.stringify(body), `planted for staff at ${path}`).toMatch(staffWords);
  }

  let answered = 0;
  for (const name of names) {
    for (const role of ['student', 'classmate', 'outsider', 'foreignMentor'] as const) {
      const { status, body } = await send(fixture, name, role);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      expect(text, `${name}, asked by a ${role}`).not.toMatch(staffWords);
      if (role !== 'student') expect(text, `${name}, asked by a ${role}`).not.toMatch(ownWords);
      if (status < 300) answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(30);

  // The record is packed: its files say what is in it.
  const account = await app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', emails.student)
    .select('id')
    .executeTakeFirstOrThrow();
  const packed = await app.app.inject({
    url: `/api/students/record/${emails.student}`,
    headers: { cookie: await app.cookieOf(account) },
  });
  const files = readZip(packed.rawPayload);
  expect(files.size).toBeGreaterThan(1);
  for (const [file, bytes] of files) expect(`${file} ${bytes}`).not.toMatch(staffWords);
  expect(`${[...files.values()].join()}`, 'their own').toMatch(ownWords);

  // A day later every notice that is mailed has been mailed.
  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const { reader } = app.context.database;
  const students = [emails.student, emails.classmate, emails.outsider];
  const mails = await reader.selectFrom('outbox').where('recipient', 'in', students).selectAll().execute();
  const subjects = mails.map(({ subject }) => subject).join('; ');
  expect(subjects, 'of what was granted, and of what was undone').toMatch(
    /an extension.*undone|undone.*an extension/,
  );
  for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(staffWords);
  const notices = await reader
    .selectFrom('notices')
    .innerJoin('accounts', 'accounts.id', 'notices.account_id')
    .where('accounts.email', 'in', students)
    .select(['kind', 'notices.text', 'href', 'about'])
    .execute();
  expect(new Set(notices.map(({ kind }) => kind)).size, 'kinds that were told').toBeGreaterThanOrEqual(5);
  for (const notice of notices) expect(JSON.stringify(notice)).not.toMatch(staffWords);
});
