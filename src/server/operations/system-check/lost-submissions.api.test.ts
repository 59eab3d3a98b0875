import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { withoutTriggers } from '#server/operations/backups/load-rows';
import { eventually } from '#support/eventually';
import { buildStudent, buildSubmission } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeStudentFixture, week } from '#support/student-fixture';
import { makeTestContext, type TestContext } from '#support/test-app';
import type { AppContext } from '../../platform/context.ts';
import { noteSubmissions } from './lost-submissions.ts';
import { runChecks } from './run-checks.ts';
import { acknowledgeAlarms, watchAlarms } from './watch-alarms.ts';

async function makePortal(options?: Parameters<typeof makeTestContext>[0]) {
  const portal = await makeTestContext(options);
  const { context } = portal;
  context.log = { info() {}, warn() {}, error() {} };
  const { id: account_id } = await buildStudent(context);
  let version = 0;
  const submit = async (count: number) => {
    const rows = [];
    for (let n = 0; n < count; n += 1)
      rows.push(await buildSubmission(context, { account_id, version: (version += 1) }));
    return rows.map(({ number, id }) => ({ number, id }));
  };
  const note = path.join(context.settings.dataDir, 'newest-submission');
  return { ...portal, submit, note };
}

const numbersOf = (rows: readonly { number: string }[]): string[] => rows.map(({ number }) => number);

/** As an older copy that has given the ids to other submissions. */
async function lose({ context }: TestContext, rows: readonly { number: string }[]): Promise<void> {
  const { database } = context;
  await database.transaction((writer) =>
    withoutTriggers(writer, database.engine, ['submissions'], async () => {
      for (const { number } of rows)
        await writer
          .updateTable('submissions')
          .set({ number: `${number}-other` })
          .where('number', '=', number)
          .execute();
    }),
  );
}

const sorted = (numbers: readonly string[] | undefined) => numbers?.toSorted();

/** Looks, and says what is lost. */
async function look(context: AppContext): Promise<string[]> {
  await noteSubmissions(context);
  return (await context.alarms.open()).find(({ kind }) => kind === 'lost-submissions')?.facts ?? [];
}

test('an older copy stays reported, however many submissions come after it', async () => {
  const portal = await makePortal();
  const { context, submit } = portal;
  await submit(30);
  const lost = await submit(10);
  expect(await look(context)).toEqual([]);
  await lose(portal, lost);
  for (let minute = 0; minute < 3; minute += 1) {
    expect(sorted(await look(context))).toEqual(sorted(numbersOf(lost)));
    await submit(14);
  }
  expect((await runChecks(context)).find(({ id }) => id === 'newest-submission')).toMatchObject({
    state: 'fail',
    found: expect.stringMatching(/^At least 10 submissions with receipts missing, for example CAP-/),
    todo: expect.stringContaining('npx capstone acknowledge lost-submissions'),
  });
});

test('what this process gave since the last look is missed, though more came within the minute', async () => {
  const portal = await makePortal();
  const { context, submit } = portal;
  await submit(2);
  await noteSubmissions(context);
  const lost = await submit(20);
  context.givenReceipts.push(...numbersOf(lost));
  await lose(portal, lost);
  context.givenReceipts.push(...numbersOf(await submit(21)));
  expect(sorted(await look(context))).toEqual(sorted(numbersOf(lost)));
  expect(context.givenReceipts).toEqual([]);
});

test('a loss after a loss is added', async () => {
  const portal = await makePortal();
  const { context, submit } = portal;
  const lost = [];
  for (let n = 0; n < 2; n += 1) {
    const rows = await submit(1);
    await noteSubmissions(context);
    await lose(portal, rows);
    lost.push(...numbersOf(rows));
    expect(sorted(await look(context))).toEqual(sorted(lost));
  }
});

test('acknowledging alone ends it, with an audit line; the right database and a removed note do not', async () => {
  const portal = await makePortal();
  const { context, submit, note } = portal;
  const [kept] = await submit(1);
  writeFileSync(note, `2\nCAP-lost\n${kept?.number}\n`);
  expect(await look(context)).toEqual(['CAP-lost']);
  const { id: account_id } = await buildStudent(context);
  const back = await buildSubmission(context, { account_id, number: 'CAP-lost' });
  expect(await look(context)).toEqual(['CAP-lost']);
  writeFileSync(note, '');
  expect(await look(context)).toEqual(['CAP-lost']);
  expect(await acknowledgeAlarms(context, [], 'Found again.')).toMatchObject([{ facts: ['CAP-lost'] }]);
  expect(readFileSync(note, 'utf8')).toBe(`${back.id}\nCAP-lost\n${kept?.number}\n`);
  expect(await acknowledgeAlarms(context, [], 'Again.'), 'a second time').toEqual([]);
  expect(await readAuditLog(portal)).toMatchObject([
    {
      act: 'acknowledge-loss',
      subject: '1 submission',
      actor_id: null,
      after: { receipts: ['CAP-lost'], reason: 'Found again.' },
    },
  ]);
});

test('a note of version 1.0.0, an id alone, is read, and a missing id stays missing', async () => {
  const portal = await makePortal();
  const { context, submit, note } = portal;
  const id = (await submit(2))[0]?.id ?? 0;
  for (const text of [`${id}\n`, '', 'no number\n']) {
    writeFileSync(note, text);
    expect(await look(context), text).toEqual([]);
  }
  const noted = id + 12;
  writeFileSync(note, String(noted));
  for (let n = 0; n < 3; n += 1) {
    expect(await look(context)).toEqual([`#${noted}`]);
    expect(Number.parseInt(readFileSync(note, 'utf8'), 10), 'for version 1.0.0').toBe(noted);
    await submit(10);
  }
  await acknowledgeAlarms(context, ['lost-submissions'], 'Sent again.');
  expect(Number.parseInt(readFileSync(note, 'utf8'), 10)).not.toBe(noted);
});

test('a loss of all submissions is noted by version 1.0.0, acknowledged, and not found again', async () => {
  const { context, note } = await makePortal();
  writeFileSync(note, '7');
  expect(await look(context)).toEqual(['#7']);
  await acknowledgeAlarms(context, [], 'A new database.');
  expect(await look(context)).toEqual([]);
});

test('a demo, whose reset removes submissions, has no note', async () => {
  const portal = await makePortal({ settings: { demo: 'public' } });
  const { context, submit } = portal;
  const lost = await submit(1);
  await noteSubmissions(context);
  await lose(portal, lost);
  expect(await look(context)).toEqual([]);
});

test('a loss is logged once, shown by readiness and metrics, and gone once it is acknowledged', async () => {
  const portal = await makePortal();
  const { submit } = portal;
  const log = { info: vi.fn(), warn() {}, error: vi.fn() };
  portal.context.log = log;
  const metrics: AppContext['metrics'] = [];
  const context = { ...portal.context, metrics };
  const subscribe = vi.spyOn(context.events, 'subscribe');
  const lost = await submit(1);
  context.givenReceipts.push(...numbersOf(lost));
  await lose(portal, lost);
  const watched = async () => {
    const watching = watchAlarms(context);
    watching.start();
    await watching.stop();
    const { checks } = await context.readiness.read();
    expect(log.error).toHaveBeenCalledTimes(1);
    const [submissions, alarms] = metrics.slice(-2);
    const samples = (await alarms?.read()) as { labels: { alarm: string }; value: number }[];
    const own = samples.find(({ labels }) => labels.alarm === 'lost-submissions');
    return { metric: submissions?.read(), alarm: own?.value, ready: checks['submissions'] };
  };
  expect(await watched()).toEqual({ metric: 1, alarm: 1, ready: 'failing' });
  expect(await watched(), 'after a restart').toEqual({ metric: 1, alarm: 1, ready: 'failing' });
  // The bus calls all of its topics after a lost connection.
  expect(subscribe.mock.calls.map(([topic]) => topic)).toContain('submissions');
  await acknowledgeAlarms(context, ['lost-submissions'], 'Sent again.');
  expect(await watched()).toEqual({ metric: 0, alarm: 0, ready: 'ok' });
});

test('a receipt that is given is noted, and a repetition gives none', async () => {
  const { context, client, url } = await makeStudentFixture(29);
  const heard = vi.fn();
  context.events.subscribe('submissions', heard);
  for (let n = 0; n < 2; n += 1)
    await client.form(url('uploadWeek'), [week('1'), ['comments', 'work']], { 'idempotency-key': 'a-key' });
  const { number } = await context.database.reader
    .selectFrom('submissions')
    .select('number')
    .executeTakeFirstOrThrow();
  expect(context.givenReceipts).toEqual([number]);
  await eventually(() => expect(heard, 'the next look comes with it').toHaveBeenCalled());
});
