import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '#server/platform/context';
import { removeOldData } from '#server/privacy/retention/remove-old-data';
import { buildAdministrator, buildBatch, buildStudent } from './factories.ts';
import { makeTestApp, type TestApp } from './test-app.ts';

const signal = new AbortController().signal;
export const longAgo = Date.parse('2022-06-01T00:00:00.000Z');

export const setYears = ({ context: { database } }: TestApp, years: number | null) =>
  database.transaction(async (writer) => {
    const row = { years, observed_ms: 0, looked_at: null, planned_at: null };
    await writer
      .insertInto('retention')
      .values({ id: 1, ...row })
      .onConflict((on) => on.column('id').doUpdateSet({ years }))
      .execute();
  });

/** A student of a batch that ended in 2022, where data is kept for three years. */
export async function makeOldBatch({ years = 3 as number | null, name = 'Asha Menon' } = {}) {
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
