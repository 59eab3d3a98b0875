import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, type TestApp } from '#support/test-app';
import { recordAuditEvents } from './record-audit-event.ts';
import { removeOldLines } from './remove-old-lines.ts';

const write = ({ context }: TestApp, ...ats: string[]) =>
  context.database.transaction((writer) =>
    recordAuditEvents(
      writer,
      ats.map((at) => ({
        at: Date.parse(at),
        actorId: null,
        act: 'place-student',
        subject: at,
        before: null,
        after: null,
      })),
    ),
  );
const subjects = async (app: TestApp) => (await readAuditLog(app)).map(({ subject }) => subject);
const remove = ({ context }: TestApp) => removeOldLines(context, new AbortController().signal);
const deleteAll = ({ context }: TestApp) =>
  context.database.transaction((writer) => writer.deleteFrom('audit_log').execute());

test('whole months past their time go, by the academy’s calendar, and that they went is a line', async () => {
  // It is 2026-11-21 in Kolkata, where a month begins at 18:30 UTC of the day before.
  const app = await makeTestApp({ settings: { auditMonths: 6 } });
  const [old, young] = ['2026-04-30T18:29:59.999Z', '2026-04-30T18:30:00.000Z'];
  await write(app, '2020-01-01T00:00:00.000Z', old, young);
  await remove(app);
  expect(await readAuditLog(app)).toMatchObject([
    { subject: young },
    { act: 'remove-audit-lines', actor_id: null, subject: '2026-05-01', before: { lines: 2 } },
  ]);
  await remove(app);
  expect(await subjects(app), 'there is nothing to remove, and nothing to tell').toHaveLength(2);
  app.clock.advance(12 * dayMs);
  await remove(app);
  expect((await subjects(app)).slice(1)).toEqual(['2026-06-01']);
});

test('nothing else goes, whoever asks', async () => {
  const app = await makeTestApp({ settings: { auditMonths: 6 } });
  await write(app, '2026-01-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z');
  await expect(deleteAll(app)).rejects.toThrow('audit_log: delete is forbidden');
  await remove(app);
  await expect(deleteAll(app)).rejects.toThrow('audit_log: delete is forbidden');
  expect(await subjects(app)).toEqual(['2026-11-01T00:00:00.000Z', '2026-05-01']);
  const now = app.clock.now();
  const reason = { lines_before: now - 179 * dayMs, removed_at: now };
  await expect(
    app.context.database.transaction((writer) =>
      writer.insertInto('audit_removals').values(reason).execute(),
    ),
    'no reason for what is younger than 180 days',
  ).rejects.toThrow(/constraint/i);
});
