import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { signedInScreens } from '#contract/signed-in-screens';
import { dueMailQueue } from '#server/notices/mails/due-mail-queue';
import { sendDailyMails } from '#server/progress/daily-mails/daily-mails';
import { makeFixture, send, type Fixture } from '#support/access-table';
import { eventually } from '#support/eventually';
import { runDue } from '#support/run-due';
import { webBuild } from '#support/web-build';
import { listen, others, reads, recordOf } from './walk-as-others.ts';

/** What would be gained: that a classmate used AI tools, and what for. */

const canary = /canary-5e1d/;

/** @returns the receipt's number */
async function plant({ app, clients, emails }: Fixture): Promise<string> {
  await app.context.database.transaction(async (writer) => {
    const confirmed_at = app.clock.now();
    await writer.updateTable('accounts').set({ confirmed_at }).where('confirmed_at', 'is', null).execute();
    await writer
      .insertInto('declarations')
      .values({ id: 'asked', statement: 'canary-5e1d: my own work', ai_use: '{}' })
      .execute();
  });
  const { status, body } = await clients.student.form(`/api/students/uploadWeek/${emails.student}`, [
    ['selectedWeek', '1'],
    ['comments', 'Done'],
    ['declaration', 'asked'],
    ['declared', 'yes'],
    ['ai_use', 'parts'],
    ['ai_text', 'canary-5e1d: the tests'],
  ]);
  expect(status).toBe(201);
  return body.receipt.number;
}

test('what a student declared is in no call, event, record, notice or mail of another', async () => {
  const fixture = await makeFixture();
  const { app, clients, emails, question } = fixture;
  const heard = await listen(fixture, 'classmate', 'discussion');
  const number = await plant(fixture);
  const answers = `/api/discussion/discussion/${emails.classmate}/question/${question}/answer`;
  await clients.classmate.post(answers, { answer: 'The next event.' });
  await eventually(() => expect(heard.text).toMatch(/^event: question$/m));
  expect(heard.text).not.toMatch(canary);
  const own = await clients.student.get(`/api/receipts/${number}`);
  const desk = await clients.mentor.get(`/api/staff/submissions/${number}`);
  for (const { body } of [own, desk]) expect(JSON.stringify(body), 'planted').toMatch(canary);
  for (const role of [...others, 'nobody'] as const) {
    for (const url of [
      `receipts/${number}`,
      `staff/submissions/${number}`,
      `students/submissions/${emails.student}`,
      `students/timeline/${emails.student}`,
      `students/record/${emails.student}`,
    ]) {
      const { status, body } = await clients[role].get(`/api/${url}`);
      expect([401, 403, 404], `${url} as ${role}`).toContain(status);
      expect(JSON.stringify(body)).not.toMatch(canary);
    }
    for (const name of reads)
      expect(JSON.stringify((await send(fixture, name, role)).body), `${name} as ${role}`).not.toMatch(
        canary,
      );
  }
  const { reader } = app.context.database;
  expect(await recordOf(fixture, 'classmate')).not.toMatch(canary);
  app.clock.advance(dayMs);
  await runDue(dueMailQueue(app.context));
  await sendDailyMails(app.context, new AbortController().signal);
  const mails = await reader.selectFrom('outbox').select(['recipient', 'text', 'html']).execute();
  const notices = await reader.selectFrom('notices').select('text').execute();
  expect(mails.length).toBeGreaterThan(0);
  expect(JSON.stringify([mails, notices])).not.toMatch(canary);
});

test('what a student declared is in no page of another', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { clients, emails, batch, project } = fixture;
  const number = await plant(fixture);
  const accept = { accept: 'text/html' };
  const values: Record<string, string> = { id: project, batch, s_id: emails.student };
  const desk = `/staff?batch=${batch}&open=${number}`;
  const receipt = `/WeeklySubmission?receipt=${number}`;
  expect(String((await clients.student.get(receipt, accept)).body), 'planted').toMatch(canary);
  expect(String((await clients.mentor.get(desk, accept)).body), 'planted').toMatch(canary);
  const screens = signedInScreens.map(({ pattern }) =>
    pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name)),
  );
  for (const role of ['classmate', 'foreignMentor'] as const)
    for (const address of [...screens, desk, receipt, `/verify?number=${number}`]) {
      const { body } = await clients[role].get(address, accept);
      expect(String(body), `${address} as ${role}`).not.toMatch(canary);
    }
});
