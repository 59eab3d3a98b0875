import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { sendDailyMails } from '../progress/daily-mails/daily-mails.ts';

const never = new AbortController().signal;

async function makeNames() {
  const app = await makeTestApp();
  // The daily mail's hour.
  app.clock.set('2026-11-22T01:30:00.000Z');
  const { context, clock } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const of = { batch_id: batch.id, confirmed_at: clock.now() };
  const student = await buildStudent(context, { ...of, name: '  Lakshmi   Nair' });
  const minor = await buildStudent(context, { ...of, name: 'Unni Nair' });
  await context.database.transaction((writer) =>
    writer.insertInto('guardians').values({ account_id: minor.id, noted_at: 1 }).execute(),
  );
  const mentor = await buildMentor(context, [batch.id]);
  const office = await app.as(await buildAdministrator(context));
  const own = (s_id: string) => `/api/students/certificateName/${s_id}`;
  const staff = (s_id: string) => `/api/staff/people/${s_id}/certificate-name`;
  const clients = {
    student: await app.as(student),
    minor: await app.as(minor),
    mentor: await app.as(mentor),
  };
  const mails = () =>
    context.database.reader.selectFrom('outbox').orderBy('id').select(['recipient', 'subject']).execute();
  return { app, context, clock, batch, student, minor, mentor, office, own, staff, mails, clients };
}

test('a student confirms the very line once, in any script, and it is kept to the letter', async () => {
  const { app, clients, student, own } = await makeNames();
  const before = await clients.student.get(own(student.email));
  expect(before.body).toMatchObject({ line: null, offered: 'Lakshmi Nair', by_guardian: false });
  const line = 'ലക്ഷ്മി എൻ. നായരുടെ';
  const saved = await clients.student.put(own(student.email), { line: ` ${line} ` });
  expect(saved).toMatchObject({ status: 200, body: { line, confirmed_by: 'student', guardian: null } });
  // The answer was lost: once more, without a key.
  expect((await clients.student.put(own(student.email), { line })).status).toBe(200);
  const other = await clients.student.put(own(student.email), { line: 'Lakshmi' });
  expect(other).toMatchObject({ status: 409, body: { current: { line } } });
  expect((await clients.mentor.get(own(student.email))).body).toMatchObject({ line });
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'confirm-certificate-name');
  expect(events).toMatchObject([{ subject: student.email }]);
  await expect(
    app.context.database.transaction((w) => w.updateTable('certificate_names').set({ line: 'X' }).execute()),
  ).rejects.toThrow(/forbidden/);
  await expect(
    app.context.database.transaction((w) => w.deleteFrom('certificate_names').execute()),
  ).rejects.toThrow(/forbidden/);
});

test('two tabs that confirm different lines at once: one is taken', async () => {
  const { clients, student, own } = await makeNames();
  const answers = await Promise.all(
    ['Lakshmi Nair', 'Lakshmi N.'].map((line) => clients.student.put(own(student.email), { line })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test.each([
  [
    'Lakshmi\u202EriaN',
    'Enter your name on one line, with visible letters and without a web or email address.',
  ],
  ['x'.repeat(61), 'The name can have at most 60 characters'],
  ['', 'Enter the name for your certificate'],
])('%j is refused with why', async (line, message) => {
  const { clients, student, own } = await makeNames();
  expect(await clients.student.put(own(student.email), { line })).toMatchObject({
    status: 400,
    body: { message },
  });
});

test('of a student under 18 the office notes the guardian, how and when; mentors do not see whom', async () => {
  const { clients, minor, own, staff, office } = await makeNames();
  const line = 'Unni Nair';
  const refused = await clients.minor.put(own(minor.email), { line });
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/guardian/) } });
  expect((await office.put(staff(minor.email), { line, reason: 'By letter' })).status).toBe(400);
  const guardian = { guardian: 'Latha Nair', guardian_how: 'By phone', guardian_on: '2026-11-20' };
  expect((await office.put(staff(minor.email), { line, ...guardian, guardian_how: '' })).status).toBe(400);
  const noted = await office.put(staff(minor.email), { line, ...guardian });
  const shown = { name: 'Latha Nair', how: 'By phone', on: '2026-11-20' };
  expect(noted).toMatchObject({ status: 200, body: { line, confirmed_by: 'office', guardian: shown } });
  expect((await clients.minor.get(own(minor.email))).body.guardian).toEqual(shown);
  expect((await clients.mentor.get(own(minor.email))).body).toMatchObject({ line, guardian: null });
});

test('the office corrects with a reason, compared with what its form showed; the student is told', async () => {
  const { app, clients, student, own, staff, office } = await makeNames();
  await clients.student.put(own(student.email), { line: 'Laxmi' });
  const correct = (body: object) => office.put(staff(student.email), body);
  expect((await correct({ line: 'Lakshmi' })).body.message).toBe('A reason is required');
  const reason = 'Wrote a letter';
  const stale = await correct({ line: 'Lakshmi', reason, began: { line: 'Lax' } });
  expect(stale).toMatchObject({ status: 409, body: { current: { line: 'Laxmi' } } });
  expect((await correct({ line: 'Lakshmi', reason, began: { line: 'Laxmi' } })).body.line).toBe('Lakshmi');
  expect((await clients.student.get('/api/notices')).body.notices).toMatchObject([
    { text: 'The office has set the name on your certificate', href: '/certificate-name' },
  ]);
  expect((await readAuditLog(app)).filter(({ act }) => act === 'correct-certificate-name')).toMatchObject([
    { subject: student.email, before: { line: 'Laxmi' }, after: { line: 'Lakshmi', reason } },
  ]);
});

test('who has not confirmed is listed, reminded once a day in the daily mail, and not after confirming', async () => {
  const { app, context, clock, clients, student, minor, mentor, own, mails, batch } = await makeNames();
  const late = await buildStudent(context, { batch_id: batch.id, confirmed_at: clock.now() });
  await buildStudent(context, { confirmed_at: clock.now() });
  const names = '/api/staff/batches/OURS/certificate-names';
  const remind = async () => (await clients.mentor.post(`${names}/reminder`)).body;
  expect((await clients.mentor.get(names)).body).toMatchObject({
    students: 3,
    unconfirmed: 3,
    list: [
      { s_id: student.email, by_guardian: false },
      { s_id: minor.email, by_guardian: true },
      { s_id: late.email, by_guardian: false },
    ],
  });
  await sendDailyMails(context, never);
  expect(await remind()).toEqual({ reminded: 2 });
  expect(await remind()).toEqual({ reminded: 0 });
  await clients.student.put(own(student.email), { line: 'Lakshmi Nair' });
  clock.advance(dayMs - hourMs);
  await sendDailyMails(context, never);
  expect(await mails(), 'before the hour').toEqual([]);
  clock.advance(hourMs);
  await sendDailyMails(context, never);
  const subject = 'Please confirm the name for your certificate';
  expect(await mails()).toEqual([{ recipient: late.email, subject }]);
  // The session has ended meanwhile.
  clients.mentor = await app.as(mentor);
  expect((await clients.mentor.get(names)).body).toMatchObject({ students: 3, unconfirmed: 2 });
  expect(await remind()).toEqual({ reminded: 1 });
});
