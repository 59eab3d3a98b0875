import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { withoutTriggers } from '#server/operations/backups/load-rows';
import { eventually } from '#support/eventually';
import { buildStudent, buildSubmission } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeStudentFixture, week } from '#support/student-fixture';
import { makeTestContext, type TestContext } from '#support/test-app';
import type { AppContext } from '../../platform/context.ts';
import {
  acknowledgeLostSubmissions,
  findLostSubmissions,
  noteSubmissions,
  watchLostSubmissions,
} from './lost-submissions.ts';
import { restoredChecks } from './restored-checks.ts';

async function makePortal(options?: Parameters<typeof makeTestContext>[0]) {
  const portal = await makeTestContext(options);
  const { context } = portal;
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

async function doctor(context: AppContext) {
  return restoredChecks.find(({ id }) => id === 'newest-submission')?.run(context);
}

test('an older copy stays reported, however many submissions come after it', async () => {
  const portal = await makePortal();
  const { context, submit } = portal;
  await submit(30);
  const lost = await submit(10);
  expect(await noteSubmissions(context)).toBeNull();
  await lose(portal, lost);
  for (let minute = 0; minute < 3; minute += 1) {
    expect(sorted((await noteSubmissions(context))?.numbers)).toEqual(sorted(numbersOf(lost)));
    await submit(14);
  }
  expect(await doctor(context)).toMatchObject({
    state: 'fail',
    found: expect.stringMatching(/^At least 10 submissions with receipts missing, for example CAP-/),
    todo: expect.stringContaining('npx capstone acknowledge-loss'),
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
  expect(sorted((await noteSubmissions(context))?.numbers)).toEqual(sorted(numbersOf(lost)));
  expect(context.givenReceipts).toEqual([]);
  expect((await findLostSubmissions(context))?.numbers, 'after a restart').toHaveLength(20);
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
    expect(sorted((await noteSubmissions(context))?.numbers)).toEqual(sorted(lost));
  }
});

test('acknowledging ends it, with an audit line; so do removing the note and the right database', async () => {
  const portal = await makePortal();
  const { context, submit, note } = portal;
  const [kept] = await submit(1);
  const begin = async () => {
    writeFileSync(note, `2\nCAP-lost\n${kept?.number}\n`);
    expect((await noteSubmissions(context))?.numbers).toEqual(['CAP-lost']);
  };
  await begin();
  expect(await acknowledgeLostSubmissions(context)).toEqual(['CAP-lost']);
  expect(readFileSync(note, 'utf8')).toBe(`${kept?.id}\n${kept?.number}\n`);
  expect(await acknowledgeLostSubmissions(context), 'a second time').toEqual([]);
  expect(await readAuditLog(portal)).toMatchObject([
    { act: 'acknowledge-loss', subject: '1 submission', actor_id: null },
  ]);
  await begin();
  rmSync(note);
  expect(await noteSubmissions(context)).toBeNull();
  await begin();
  const { id: account_id } = await buildStudent(context);
  await buildSubmission(context, { account_id, number: 'CAP-lost' });
  expect(await noteSubmissions(context)).toBeNull();
});

test('a note of version 1.0.0, an id alone, is read, and a missing id stays missing', async () => {
  const portal = await makePortal();
  const { context, submit, note } = portal;
  const id = (await submit(2))[0]?.id ?? 0;
  for (const text of [`${id}\n`, '', 'no number\n']) {
    writeFileSync(note, text);
    expect(await noteSubmissions(context), text).toBeNull();
  }
  const noted = id + 12;
  writeFileSync(note, String(noted));
  for (let n = 0; n < 3; n += 1) {
    expect((await noteSubmissions(context))?.numbers).toEqual([`#${noted}`]);
    expect(Number.parseInt(readFileSync(note, 'utf8'), 10), 'for version 1.0.0').toBe(noted);
    await submit(10);
  }
});

test('a demo, whose reset removes submissions, has no note', async () => {
  const portal = await makePortal({ settings: { demo: 'public' } });
  const { context, submit } = portal;
  const lost = await submit(1);
  await noteSubmissions(context);
  await lose(portal, lost);
  expect(await noteSubmissions(context)).toBeNull();
});

test('a loss is logged once, shown by readiness and a metric, and gone once it is acknowledged', async () => {
  const portal = await makePortal();
  const { submit } = portal;
  const log = { info: vi.fn(), warn() {}, error: vi.fn() };
  const metrics: AppContext['metrics'] = [];
  const context = { ...portal.context, log, metrics };
  const subscribe = vi.spyOn(context.events, 'subscribe');
  const lost = await submit(1);
  context.givenReceipts.push(...numbersOf(lost));
  await lose(portal, lost);
  const look = async (isFirst: boolean) => {
    const watching = watchLostSubmissions(context);
    watching.start();
    await watching.stop();
    const { checks } = await context.readiness.read();
    expect(log.error).toHaveBeenCalledTimes(isFirst ? 1 : 2);
    return { metric: metrics.at(-1)?.read(), ready: checks['submissions'] };
  };
  expect(await look(true)).toEqual({ metric: 1, ready: 'failing' });
  expect(await look(false), 'after a restart').toEqual({ metric: 1, ready: 'failing' });
  // The bus calls all of its topics after a lost connection.
  expect(subscribe.mock.calls.map(([topic]) => topic)).toContain('submissions');
  await acknowledgeLostSubmissions(context);
  expect(await look(false)).toEqual({ metric: 0, ready: 'ok' });
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
