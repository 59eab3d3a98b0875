import { expect, test } from 'vitest';
import { buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { eraseFromAuditLog } from './erase-from-audit-log.ts';
import { recordAuditEvents, type AuditEvent } from './record-audit-event.ts';

async function makeLog() {
  const app = await makeTestApp();
  const { context, clock } = app;
  const student = await buildStudent(context, { email: 'asha@example.test' });
  const other = await buildStudent(context);
  const mentor = await buildMentor(context);
  const act = (values: Partial<AuditEvent>): AuditEvent => ({
    at: clock.now(),
    actorId: mentor.id,
    act: 'mark-submission',
    subject: 'R-1',
    before: null,
    after: null,
    ...values,
  });
  const mark = {
    marks: 80,
    comments: 'Well done, Asha',
    released: true,
    rubric: [{ text: 'Words', points: 5 }],
  };
  await context.database.transaction((writer) =>
    recordAuditEvents(writer, [
      act({ aboutId: student.id, before: { marks: 70, comments: '' }, after: mark }),
      act({ act: 'add-note', subject: student.email, after: { note: 7 }, aboutId: student.id }),
      // As versions wrote that did not say whom a line is about.
      act({ act: 'edit-question', subject: '12', before: { text: 'I am Asha' }, after: { text: 'Why?' } }),
      act({ act: 'ask-deletion', subject: 'old@example.test', actorId: student.id }),
      // Nobody's business: another's, and another thing of the same number.
      act({ subject: 'R-2', after: { ...mark, comments: 'Of another' }, aboutId: other.id }),
      act({ act: 'retry-job', subject: '12', after: { why: 'kept' } }),
    ]),
  );
  const erase = () =>
    context.database.transaction((writer) =>
      eraseFromAuditLog(writer, {
        accountId: student.id,
        alias: 'removed@removed.invalid',
        subjects: [student.email, 'old@example.test', 'R-1', '12'],
        at: clock.now(),
      }),
    );
  return { app, student, other, erase };
}

test('words and addresses of somebody go from their lines, numbers stay, and others’ lines are as they were', async () => {
  const { app, student, erase } = await makeLog();
  expect(await erase()).toBe(4);
  const log = await readAuditLog(app);
  expect(log).toMatchObject([
    {
      subject: 'R-1',
      before: { marks: 70 },
      after: { marks: 80, released: true, rubric: [{ points: 5 }] },
    },
    { subject: 'removed@removed.invalid', after: { note: 7 } },
    { subject: '12', before: {}, after: {} },
    { subject: 'removed@removed.invalid', actor_id: student.id },
    { subject: 'R-2', after: { comments: 'Of another' } },
    { subject: '12', after: { why: 'kept' } },
  ]);
  expect(JSON.stringify(log.slice(0, 4))).not.toMatch(/asha|well done|old@|why/i);
  expect(await erase(), 'again it changes nothing').toBe(0);
});

test('a line of somebody else is not changed for it, nor who did what and when', async () => {
  const { app, student, other, erase } = await makeLog();
  await erase();
  const { database } = app.context;
  const set = (values: object, whose: number) =>
    database.transaction((writer) =>
      writer.updateTable('audit_log').set(values).where('about_id', '=', whose).execute(),
    );
  await expect(set({ after: null }, other.id)).rejects.toThrow('audit_log: update is forbidden');
  for (const values of [
    { at: 1 },
    { actor_id: null },
    { act: 'else' },
    { network: 'x' },
    { about_id: other.id },
  ])
    await expect(set(values, student.id), JSON.stringify(values)).rejects.toThrow('update is forbidden');
});
