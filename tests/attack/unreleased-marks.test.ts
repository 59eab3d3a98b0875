import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/endpoints';
import { makeFixture, send, table } from '#support/access-table';
import { readZip } from '#support/read-zip';
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

test('no mark that is held back and no word of staff reaches a student by any call, record or mail', async () => {
  const fixture = await makeFixture();
  const { app, clients, emails, submission } = fixture;
  await plantStaffWords(fixture);
  const staffSees = JSON.stringify([
    (await clients.mentor.get(`/api/staff/students/${emails.student}/submissions`)).body,
    (await clients.mentor.get(`/api/staff/students/${emails.student}/notes`)).body,
    (await clients.mentor.get(`/api/staff/submissions/${submission}/history`)).body,
  ]);
  expect(staffSees.match(/canary-7f3a/g)?.length, 'planted').toBeGreaterThanOrEqual(5);
  expect(staffSees).toMatch(ownWords);

  let answered = 0;
  for (const name of names) {
    for (const role of ['student', 'classmate', 'outsider'] as const) {
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

  const mails = await app.context.database.reader
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'text', 'html'])
    .execute();
  const students = new Set([emails.student, emails.classmate, emails.outsider]);
  for (const mail of mails)
    if (students.has(mail.recipient)) expect(JSON.stringify(mail)).not.toMatch(staffWords);
});
