import { hourMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { hashToken, makeToken } from '../random-token.ts';
import { recordEndedLink } from './ended-calendars.ts';

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
export const calendarByHash = compiledQuery((db, p: { hash: string }) =>
  db.selectFrom('calendars').where('secret_hash', '=', p.hash).select(columns),
);
/** Made by the version before, beside this one. */
export const calendarWithoutHash = compiledQuery((db, p: { secret: string }) =>
  db.selectFrom('calendars').where('secret', '=', p.secret).where('secret_hash', 'is', null).select(columns),
);
export type Calendar = Awaited<ReturnType<typeof calendarOf>>[number];

export async function calendarWith(
  { database }: Pick<AppContext, 'database'>,
  secret: string,
): Promise<Calendar | undefined> {
  const [known] = await calendarByHash(database.reader, { hash: hashToken(secret) });
  if (known !== undefined) return known;
  const [unhashed] = await calendarWithoutHash(database.reader, { secret });
  if (unhashed !== undefined) await hashCalendars({ database });
  return unhashed;
}

/** For rows of the version before. */
export async function hashCalendars({ database }: Pick<AppContext, 'database'>): Promise<void> {
  const unhashed = () =>
    database.reader
      .selectFrom('calendars')
      .where('secret_hash', 'is', null)
      .limit(rowsAtOnce)
      .select('secret')
      .execute();
  for (let rows = await unhashed(); rows.length > 0; rows = await unhashed()) {
    await database.transaction(async (writer) => {
      for (const { secret } of rows)
        await writer
          .updateTable('calendars')
          .set({ secret_hash: hashToken(secret) })
          .where('secret', '=', secret)
          .execute();
    });
  }
}

/** Repeated, since the version before may run beside this one. */
export const hashCalendarsJob = periodicJob('hash-calendars', hourMs, hashCalendars);

/** Of two at once, the first one's address wins. */
export async function makeCalendar({ database, clock }: AppContext, accountId: number): Promise<void> {
  const secret = makeToken();
  const keys = { secret, secret_hash: hashToken(secret) };
  const row = { account_id: accountId, ...keys, schedule: '[]', changed_at: clock.now() };
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

/** @returns whether there was one */
export async function endCalendar(writer: Writer, accountId: number, now: number): Promise<boolean> {
  const ended = await writer
    .deleteFrom('calendars')
    .where('account_id', '=', accountId)
    .returning('secret')
    .executeTakeFirst();
  if (ended === undefined) return false;
  await recordEndedLink(writer, hashToken(ended.secret), now);
  return true;
}

/** Which of them have a calendar address. */
export async function subscribersAmong(
  reader: Reader | Writer,
  accounts: readonly number[],
): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('calendars')
    .where('account_id', 'in', [...accounts])
    .select('account_id as accountId')
    .execute();
  return new Set(rows.map(({ accountId }) => accountId));
}
