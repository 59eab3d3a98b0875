import type { AppContext } from '../../platform/context.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Writer } from '../../platform/database/database.ts';
import { makeToken } from '../random-token.ts';

const columns = [
  'account_id as accountId',
  'secret',
  'schedule',
  'sequence',
  'changed_at as changedAt',
] as const;

export const calendarOf = compiledQuery((db, p: { accountId: number }) =>
  db.selectFrom('calendars').where('account_id', '=', p.accountId).select(columns),
);
export const calendarWith = compiledQuery((db, p: { secret: string }) =>
  db.selectFrom('calendars').where('secret', '=', p.secret).select(columns),
);
export type Calendar = Awaited<ReturnType<typeof calendarOf>>[number];

/** Of two at once, the first one's address wins. */
export async function makeCalendar({ database, clock }: AppContext, accountId: number): Promise<void> {
  const row = { account_id: accountId, secret: makeToken(), schedule: '[]', changed_at: clock.now() };
  await database.transaction((writer) =>
    writer
      .insertInto('calendars')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/** Counts a change of the dates since the last reading, once. */
export async function reviseCalendar(
  { database, clock }: AppContext,
  calendar: Calendar,
  schedule: string,
): Promise<Calendar> {
  if (schedule === calendar.schedule) return calendar;
  const changes = { schedule, sequence: calendar.sequence + 1, changed_at: clock.now() };
  await database.transaction((writer) =>
    writer
      .updateTable('calendars')
      .set(changes)
      .where('account_id', '=', calendar.accountId)
      .where('sequence', '=', calendar.sequence)
      .execute(),
  );
  return { ...calendar, schedule, sequence: changes.sequence, changedAt: changes.changed_at };
}

export async function endCalendar(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('calendars').where('account_id', '=', accountId).execute();
}
