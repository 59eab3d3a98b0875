import { expect, test } from 'vitest';
import { mailNames, type MailName } from '#contract/mail-words';
import { notify } from '#server/notices/notify';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { openMail } from '#server/platform/mail/enqueue-mail';
import type { AppContext } from '#server/platform/context';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { buildAdministrator, buildImportedPerson, buildMentor, buildStudent } from '#support/factories';
import { runDue } from '#support/run-due';
import { comments, links, makeStudentFixture, week } from '#support/student-fixture';
import { dayMs } from '#contract/durations';

const text = { subject: 'Ours: {academy}', body: 'In the words of **{academy}**.' };
const settings = {
  publicUrl: new URL('https://portal.example.test'),
  smtpUrl: 'smtp://127.0.0.1:9',
  academyName: 'Nila',
};

async function mailsOf({ database, secrets }: AppContext) {
  const rows = await database.reader
    .selectFrom('outbox')
    .select(['event', 'subject', 'text', 'html', 'sealed'])
    .execute();
  return rows.map((row) => ({ subject: row.subject, ...openMail(secrets, row) }));
}

/** What no words can take away. */
const kept: Record<MailName, readonly RegExp[]> = {
  receipt: [
    /\nReceipt number: CAP-/,
    /\/verify\?number=CAP-/,
    /\nYou get a receipt for every submission|Nila/,
  ],
  daily: [/\n- Week \d[^\n]*\n  https:\/\/portal\.example\.test\//, /\/unsubscribe\?token=/],
  mark: [/\nOpen in the portal: https/, /\/unsubscribe\?token=/],
  answer: [/\nOpen in the portal: https/, /\/unsubscribe\?token=/],
  announcement: [/\n> The viva is on Friday\./, /\/unsubscribe\?token=/],
  invitation: [/\nThe link below works once, within 30 days/, /\/invitation\?token=[\w-]{20}/],
  confirmation: [/\nThe link below works once, within seven days/, /\/confirm-email\?token=[\w-]{20}/],
  reset: [/\nThe link below works once, within one hour/, /\/reset-password\?token=[\w-]{20}/],
};

test('each of the emails is sent in the words of the academy, with all that is always added', async () => {
  const app = await makeStudentFixture(8, { settings });
  const { context, clock, student, client, nobody } = app;
  const latha = await buildAdministrator(context);
  const office = await app.as(latha);
  for (const mail of mailNames)
    expect((await office.put(`/api/staff/mail-words/${mail}`, { ...text, subject: mail })).status).toBe(200);
  const batch = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', student.batch_id as number)
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();

  await client.form(app.url('uploadWeek'), [week('1'), links('https://a.test'), comments('')]);
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const until = new Date(clock.now() + 5 * dayMs).toISOString().slice(0, 10);
  await mentor.post(`/api/staff/batches/${batch.name}/announcements`, {
    text: 'The viva is on Friday.',
    until,
  });
  await context.database.transaction(async (writer) => {
    const of = { accounts: [student.id], href: '/', now: clock.now() };
    await notify(writer, {
      ...of,
      kind: 'mark-released',
      event: 'week-1:1',
      about: 'task:week-1',
      text: 'A mark',
    });
    await notify(writer, { ...of, kind: 'answer', event: '1', about: 'question:1', text: 'An answer' });
    const week2 = {
      kind: 'week-opens',
      event: 'week-2:1',
      about: 'task:week-2',
      text: 'Week 2 opens',
    } as const;
    await notify(writer, { ...of, ...week2 });
  });
  await runDue(dueMailQueue(context));
  await buildImportedPerson(context, { email: 'new@example.test' });
  await office.post('/api/staff/invitations/send', { batch: null, emails: ['new@example.test'] });
  clock.advance(dayMs);
  await sendDailyMails(context, AbortSignal.any([]));
  await nobody.post('/api/auth/forgot', { email: student.email });
  const unsure = await buildStudent(context, { confirmed_at: null });
  await (await app.as(unsure)).post('/api/auth/confirmation');

  const mails = await mailsOf(context);
  for (const mail of mailNames) {
    const sent = mails.filter(({ subject }) => subject === mail);
    expect(sent, mail).toHaveLength(1);
    expect(sent[0]?.text, mail).toMatch(/^In the words of Nila\.\n\n/);
    expect(sent[0]?.html, mail).toContain('In the words of <strong>Nila</strong>.');
    for (const part of [...kept[mail], /\n\nNila student portal\.\n/])
      expect(sent[0]?.text, mail).toMatch(part);
  }
});

test('words that name the student greet nobody whose email is not confirmed', async () => {
  const app = await makeStudentFixture(null, { settings });
  const office = await app.as(await buildAdministrator(app.context));
  await office.put('/api/staff/mail-words/reset', {
    subject: 'For {name}',
    body: 'Dear {name},\n\nhere it is.',
  });
  const asha = await buildStudent(app.context, { name: 'Buy at evil', confirmed_at: null });
  await app.nobody.post('/api/auth/forgot', { email: asha.email });
  const [mail] = await mailsOf(app.context);
  expect(mail).toMatchObject({
    subject: 'For',
    text: expect.stringMatching(/^Dear,\n\nhere it is\.\n\nThe link/),
  });
});
