import { expect, test, vi } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { buildBatch, buildSelection, buildSubmission } from '#support/factories';
import { freezeStudents } from '#support/freeze-student';
import { openOther } from '#support/jobs';
import { readAuditLog } from '#support/read-audit-log';
import { longAgo, makeOldBatch, setYears } from '#support/old-batch';
import { anonymisePerson } from '../anonymisation/anonymise-person.ts';

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

/** One of each kind of reason: the same rule asks for all of them. */
const later = [
  'has a hold',
  'is suspended, and cannot be told',
  'is in a later batch',
  'submitted last year',
];
test.each(later)('nobody is announced who %s', async (why) => {
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

test('whom version 1.0.0 anonymises meanwhile, which leaves the plan, is told nothing more', async () => {
  const { look, pass, plans, student, mails, noticesOf, update, clock } = await makeOldBatch();
  await look();
  await pass(5 * dayMs);
  const email = 'removed-1@removed.invalid';
  await update('accounts', student.id, { anonymised_at: clock.now(), email });
  const told = await noticesOf(student.id);
  await pass(dayMs);
  expect(await plans()).toEqual([]);
  expect(await noticesOf(student.id)).toEqual(told);
  expect((await mails()).map(({ recipient }) => recipient)).not.toContain(email);
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
