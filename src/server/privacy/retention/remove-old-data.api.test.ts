import { expect, test, vi } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import {
  buildAdministrator,
  buildBatch,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { freezeStudents } from '#support/freeze-student';
import { openOther } from '#support/jobs';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp, type TestApp } from '#support/test-app';
import type { AppContext } from '../../platform/context.ts';
import { anonymisePerson } from '../anonymisation/anonymise-person.ts';
import { removeOldData } from './remove-old-data.ts';
import { restartWaits } from './retention-queries.ts';

const signal = new AbortController().signal;
const longAgo = Date.parse('2022-06-01T00:00:00.000Z');

const setYears = ({ context: { database } }: TestApp, years: number | null) =>
  database.transaction(async (writer) => {
    const row = { years, observed_ms: 0, looked_at: null, planned_at: null };
    await writer
      .insertInto('retention')
      .values({ id: 1, ...row })
      .onConflict((on) => on.column('id').doUpdateSet({ years }))
      .execute();
  });

/** A student of a batch that ended in 2022, where data is kept for three years. */
async function makeOldBatch({ years = 3 as number | null, name = 'Asha Menon' } = {}) {
  const app = await makeTestApp();
  const { context, clock } = app;
  const officer = await buildAdministrator(context);
  const batch = await buildBatch(context, { name: 'OLD', starts_at: longAgo });
  const student = await buildStudent(context, { batch_id: batch.id, name, created_at: longAgo });
  await setYears(app, years);
  const look = (of: AppContext = context) => removeOldData(of, signal);
  const { reader } = context.database;
  /** As if the job had run every hour; it looks once a day, and at the end. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= dayMs) {
      const step = Math.min(left, dayMs);
      clock.advance(step - hourMs);
      await context.database.transaction((writer) =>
        writer
          .updateTable('retention')
          .set((row) => ({ observed_ms: row('observed_ms', '+', step - hourMs), looked_at: clock.now() }))
          .execute(),
      );
      clock.advance(hourMs);
      await look();
    }
  }
  /** Hour by hour. */
  async function run(ms: number): Promise<void> {
    for (let gone = 0; gone < ms; gone += hourMs) {
      clock.advance(hourMs);
      await look();
    }
  }
  const plans = () => reader.selectFrom('retention_plans').selectAll().orderBy('account_id').execute();
  const isGone = async (id = student.id) =>
    (
      await reader
        .selectFrom('accounts')
        .where('id', '=', id)
        .select('anonymised_at')
        .executeTakeFirstOrThrow()
    ).anonymised_at !== null;
  const noticesOf = async (id: number) =>
    (
      await reader
        .selectFrom('notices')
        .where('account_id', '=', id)
        .orderBy('id')
        .select(['kind', 'text'])
        .execute()
    ).map(({ text }) => text);
  const mails = () =>
    reader
      .selectFrom('outbox')
      .orderBy('id')
      .select(['recipient', 'subject', 'text', 'last_error'])
      .execute();
  const update = (table: 'accounts' | 'batches', id: number, row: object) =>
    context.database.transaction((writer) =>
      writer.updateTable(table).set(row).where('id', '=', id).execute(),
    );
  return {
    app,
    context,
    clock,
    officer,
    batch,
    student,
    look,
    pass,
    run,
    plans,
    isGone,
    noticesOf,
    mails,
    update,
  };
}

test('the office is told, then the person by notice and mail, and after the waits the person is anonymised', async () => {
  const { clock, look, run, pass, plans, isGone, noticesOf, mails, officer, student, app } =
    await makeOldBatch();
  await look();
  expect(await noticesOf(officer.id)).toEqual([
    expect.stringMatching(/^The personal data of 1 student will be removed on 2026-11-28 or later$/),
  ]);
  expect(await noticesOf(student.id)).toEqual([]);
  expect(await mails()).toEqual([]);

  await run(4 * dayMs);
  const [told] = await noticesOf(student.id);
  expect(told).toBe(
    'Your batch ended more than 3 years ago: your personal data will be removed on 2026-11-28 or later',
  );
  expect(await mails()).toMatchObject([
    { recipient: student.email, subject: 'Your personal data will be removed' },
  ]);
  expect((await mails())[0]?.text).toContain('download your record');
  const [plan] = await plans();
  expect(plan).toMatchObject({ account_id: student.id, person_at: clock.now() });

  await run(3 * dayMs);
  expect(await isGone(), 'a week by the clock, and an hour is missing').toBe(false);
  await run(hourMs);
  expect(await isGone()).toBe(true);
  expect(await plans()).toEqual([]);
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'anonymise-person');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    actor_id: null,
    after: {
      reason:
        'Kept for 3 years after the end of the batch. The office was notified on 2026-11-21, the person on 2026-11-25.',
    },
  });
  await pass(3 * dayMs);
  expect(await noticesOf(officer.id), 'nothing is announced again').toHaveLength(1);
});

test('off by default: nothing is written at all', async () => {
  const { context, look, pass, plans, isGone } = await makeOldBatch({ years: null });
  await context.database.transaction((writer) => writer.deleteFrom('retention').execute());
  await look();
  await pass(8 * dayMs);
  expect(await plans()).toEqual([]);
  expect(await isGone()).toBe(false);
  expect(await context.database.reader.selectFrom('retention').selectAll().execute()).toEqual([]);
});

test('a name that is part of the portal’s own reason does not keep the data', async () => {
  const { look, pass, isGone } = await makeOldBatch({ name: 'Ed' });
  await look();
  await pass(8 * dayMs);
  expect(await isGone()).toBe(true);
});

type Old = Awaited<ReturnType<typeof makeOldBatch>>;
const hold = ({ context, officer }: Old, of: { account_id: number } | { batch_id: number }) =>
  context.database.transaction((writer) =>
    writer
      .insertInto('retention_holds')
      .values({
        account_id: null,
        batch_id: null,
        ...of,
        reason: 'A complaint',
        set_by: officer.id,
        set_at: 1,
      })
      .execute(),
  );

const leftOut: Record<string, (old: Old) => Promise<unknown>> = {
  'has a hold': (old) => hold(old, { account_id: old.student.id }),
  'is in a batch with a hold': (old) => hold(old, { batch_id: old.batch.id }),
  'is staff now': ({ update, student }) => update('accounts', student.id, { role: 'mentor' }),
  'is suspended, and cannot be told': ({ update, student, clock }) =>
    update('accounts', student.id, { suspended_at: clock.now(), suspension_reason: 'Asked' }),
  'is in a later batch': async ({ context, update, student }) =>
    update('accounts', student.id, { batch_id: (await buildBatch(context)).id }),
  'has no batch': ({ update, student }) => update('accounts', student.id, { batch_id: null }),
  'chose a project last month': ({ context, student, clock }) =>
    buildSelection(context, { account_id: student.id, started_at: clock.now() - 30 * dayMs }),
  'submitted last year': ({ context, student, clock }) =>
    buildSubmission(context, { account_id: student.id, submitted_at: clock.now() - 365 * dayMs }),
  'is in a batch whose results were frozen last year': ({ context, batch, student, clock }) => {
    clock.advance(-365 * dayMs);
    return freezeStudents(context, { batchId: batch.id, accountIds: [student.id] }).finally(() =>
      clock.advance(365 * dayMs),
    );
  },
  'is in a batch whose viva is due next year': ({ update, batch, clock }) =>
    update('batches', batch.id, { viva_deadline: clock.now() + 365 * dayMs }),
  'is in a batch of another year': ({ update, batch, clock }) =>
    update('batches', batch.id, { starts_at: clock.now() - 2 * 365 * dayMs }),
};

test.each(Object.keys(leftOut))('nobody is announced who %s', async (why) => {
  const old = await makeOldBatch();
  await leftOut[why]?.(old);
  await old.look();
  expect(await old.plans()).toEqual([]);
});

test.each(Object.keys(leftOut))(
  'it is cancelled, and the person told, where somebody told %s',
  async (why) => {
    const old = await makeOldBatch();
    const { look, pass, plans, noticesOf, student, isGone, mails } = old;
    await look();
    await pass(5 * dayMs);
    expect(await noticesOf(student.id)).toHaveLength(1);
    await leftOut[why]?.(old);
    await pass(hourMs);
    expect(await plans()).toEqual([]);
    expect(await noticesOf(student.id)).toEqual(['The removal of your personal data is cancelled']);
    expect((await mails()).at(0)?.last_error, 'not sent any more').toBe('Taken back before it was sent');
    await pass(2 * dayMs + 2 * hourMs);
    expect(await isGone()).toBe(false);
  },
);

test('a hold that comes between the list and the removal is seen under the lock', async () => {
  const old = await makeOldBatch();
  await old.look();
  await old.pass(7 * dayMs);
  old.clock.advance(hourMs);
  const { database } = old.context;
  const transaction = database.transaction.bind(database);
  let begun = 0;
  const spy = vi.spyOn(database, 'transaction').mockImplementation(async (change) => {
    begun += 1;
    // The first one notes the look, the second one removes.
    if (begun === 2) {
      spy.mockRestore();
      await hold(old, { account_id: old.student.id });
    }
    return transaction(change);
  });
  await old.look();
  expect(begun).toBe(2);
  expect(await old.isGone()).toBe(false);
});

test.each([
  ['turned off', null],
  ['another number of years', 4],
])('%s: what was announced is cancelled, and waits again from the start', async (_, years) => {
  const { app, look, pass, plans, isGone, clock } = await makeOldBatch();
  await look();
  await pass(6 * dayMs);
  await setYears(app, years);
  await pass(hourMs);
  expect((await plans()).map(({ person_at, years: of }) => [person_at, of])).toEqual(
    years === null ? [] : [[null, 4]],
  );
  await setYears(app, 3);
  await pass(2 * dayMs);
  expect(await isGone()).toBe(false);
  expect((await plans()).every(({ office_at }) => office_at > clock.now() - 2 * dayMs - hourMs)).toBe(true);
});

test('other dates of the batch, also earlier ones, start the wait again', async () => {
  const { look, pass, plans, batch, update, isGone } = await makeOldBatch();
  await look();
  await pass(6 * dayMs);
  const [before] = await plans();
  await update('batches', batch.id, { viva_deadline: longAgo + 10 * dayMs });
  await pass(26 * hourMs);
  const [after] = await plans();
  expect(after?.office_at).toBeGreaterThan(before?.office_at ?? Infinity);
  expect(after?.person_at).toBeNull();
  await pass(4 * dayMs);
  expect(await isGone()).toBe(false);
});

test('a clock that jumps forward shortens no wait', async () => {
  const { clock, look, pass, run, isGone, plans } = await makeOldBatch();
  await look();
  clock.advance(2 * dayMs);
  for (let times = 0; times < 5; times += 1) await look();
  expect((await plans())[0]?.person_at).toBeNull();
  await run(4 * dayMs - hourMs);
  expect((await plans())[0]?.person_at).toBe(clock.now());
  clock.advance(2 * dayMs + 12 * hourMs);
  await look();
  expect(await isGone(), 'the person was told an hour ago').toBe(false);
  await pass(47 * hourMs);
  expect(await isGone()).toBe(false);
  await pass(2 * dayMs);
  expect(await isGone()).toBe(true);
});

test.each([
  ['set back', -2 * hourMs],
  ['far ahead, or a copy of last week', 7 * dayMs],
])('a clock %s starts every wait again', async (_, ms) => {
  const { clock, look, pass, plans, isGone } = await makeOldBatch();
  await look();
  await pass(6 * dayMs);
  clock.advance(ms);
  await look();
  await pass(2 * dayMs);
  expect(await isGone()).toBe(false);
  expect((await plans())[0]?.person_at ?? null).toBeNull();
});

test('a stop of some hours only lengthens the wait', async () => {
  const { clock, look, pass, plans, isGone } = await makeOldBatch();
  await look();
  await pass(6 * dayMs);
  const [before] = await plans();
  clock.advance(10 * hourMs);
  await look();
  expect((await plans())[0]).toEqual(before);
  await pass(23 * hourMs);
  expect(await isGone()).toBe(false);
  await pass(hourMs);
  expect(await isGone()).toBe(true);
});

test('after a restore every wait starts again', async () => {
  const { context, look, pass, plans, isGone } = await makeOldBatch();
  await look();
  await pass(6 * dayMs + 20 * hourMs);
  await context.database.transaction((writer) => restartWaits(writer));
  await pass(2 * dayMs);
  expect(await isGone()).toBe(false);
  expect(await plans()).toHaveLength(1);
});

test('two processes that look at once tell once and anonymise once', async () => {
  const { app, context, look, pass, plans, isGone, noticesOf, officer, student, mails, clock } =
    await makeOldBatch();
  const other = openOther(app);
  const both = async () => {
    clock.advance(hourMs);
    await Promise.all([look(), look(other)]);
  };
  await both();
  expect(await noticesOf(officer.id)).toHaveLength(1);
  await pass(4 * dayMs - hourMs);
  await both();
  expect(await noticesOf(student.id)).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
  await pass(3 * dayMs);
  await both();
  expect(await isGone()).toBe(true);
  expect(await plans()).toEqual([]);
  const { reader } = context.database;
  expect(await reader.selectFrom('anonymisations').selectAll().execute()).toHaveLength(1);
});

test('without an administrator who can log in nothing is announced', async () => {
  const { look, pass, plans, update, officer, clock } = await makeOldBatch();
  await update('accounts', officer.id, { suspended_at: clock.now(), suspension_reason: 'Left' });
  await look();
  await pass(2 * dayMs);
  expect(await plans()).toEqual([]);
});

test('a day plans 500 at most, in one notice, and the next day the rest', async () => {
  const { context, batch, look, pass, plans, noticesOf, officer } = await makeOldBatch();
  const rows = Array.from({ length: 520 }, (_, n) => ({
    email: `old${n}@example.test`,
    name: `Old ${n}`,
    role: 'student' as const,
    batch_id: batch.id,
    created_at: longAgo,
  }));
  await context.database.transaction(async (writer) => {
    for (let from = 0; from < rows.length; from += 100)
      await writer
        .insertInto('accounts')
        .values(rows.slice(from, from + 100))
        .execute();
  });
  await look();
  expect(await plans()).toHaveLength(500);
  await pass(2 * hourMs);
  expect(await noticesOf(officer.id)).toHaveLength(1);
  await pass(22 * hourMs);
  expect(await plans()).toHaveLength(521);
  expect(await noticesOf(officer.id)).toEqual([
    expect.stringContaining('500 students'),
    expect.stringContaining('21 students'),
  ]);
});

test('who is anonymised by hand meanwhile is told nothing more', async () => {
  const { context, look, pass, plans, student, mails } = await makeOldBatch();
  await look();
  await pass(5 * dayMs);
  await anonymisePerson(context, { accountId: student.id, reason: 'A request by letter.' });
  expect(await plans()).toEqual([]);
  const before = (await mails()).length;
  await pass(3 * dayMs);
  expect(await mails()).toHaveLength(before);
});
