import { expressionBuilder } from 'kysely';
import { isoInstant } from '#contract/dates';
import { readVivaTime } from '#contract/progress/viva-time-calls';
import { selfOrMentor } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { delayFor } from './viva-delays.ts';
import type { VivaHours } from './viva-hours.ts';

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. */
export const vivaTimesAs = <Alias extends string>(alias: Alias) =>
  tables
    .selectFrom('viva_times')
    .select(['account_id', 'purpose', 'batch_id', 'starts_at', 'room', 'link', 'told', 'cancelled_at'])
    .as(alias);

export const vivaTimeOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('viva_times')
    .where('account_id', '=', p.accountId)
    .where('purpose', '=', 'viva')
    .select(['starts_at as startsAt', 'minutes', 'room', 'link', 'cancelled_at as cancelledAt'])
    .select(['told_at as toldAt', 'batch_id as batchId']),
);

/** Null before a time was told, and after it was cancelled. */
export async function toldTimeOf(reader: Reader | Writer, accountId: number) {
  const [row] = await vivaTimeOf(reader, { accountId });
  return row === undefined || row.cancelledAt !== null ? null : row;
}

/** Of a batch, as its students were told. */
export const vivaTimesOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_times')
    .where('batch_id', '=', p.batchId)
    .where('purpose', '=', 'viva')
    .select(['account_id as accountId', 'starts_at as startsAt', 'minutes', 'room', 'link'])
    .select('cancelled_at as cancelledAt'),
);

export const vivaTimeCall = (hours: VivaHours) =>
  read(readVivaTime, {
    who: selfOrMentor,
    async run({ context: { database, settings, clock }, resource: { accountId } }) {
      const { reader } = database;
      const [row] = await vivaTimeOf(reader, { accountId });
      if (row === undefined) return { time: null };
      if (row.cancelledAt !== null) return { time: null, cancelled: { starts_at: isoInstant(row.startsAt) } };
      const { startsAt, minutes, room, link, toldAt, batchId } = row;
      const at = { zone: settings.academyZone, now: clock.now() };
      const change = await hours.changeOf(reader, { ...at, accountId, batchId, startsAt });
      const delay = await delayFor(reader, row, at);
      return {
        time: {
          starts_at: isoInstant(startsAt),
          minutes,
          room,
          link,
          told_at: isoInstant(toldAt),
          change,
          ...(delay !== undefined && { delay }),
        },
      };
    },
  });

export type Telling = { batchId: number; by: number; now: number };

type Place = { accountId: number; startsAt: number; minutes: number; room: string; link: string | null };

/** How often a student has been told, with this time. */
type ToldCount = { accountId: number; told: number };

export async function storeVivaTimes(
  writer: Writer,
  places: readonly Place[],
  { batchId, by, now }: Telling,
): Promise<ToldCount[]> {
  const counts: ToldCount[] = [];
  for (const some of partsOf(places)) {
    const rows = await writer
      .insertInto('viva_times')
      .values(
        some.map(({ accountId, startsAt, minutes, room, link }) => ({
          account_id: accountId,
          purpose: 'viva' as const,
          batch_id: batchId,
          starts_at: startsAt,
          minutes,
          room,
          link,
          told: 1,
          cancelled_at: null,
          told_by: by,
          told_at: now,
        })),
      )
      .onConflict((on) =>
        on.columns(['account_id', 'purpose']).doUpdateSet((row) => ({
          batch_id: row.ref('excluded.batch_id'),
          starts_at: row.ref('excluded.starts_at'),
          minutes: row.ref('excluded.minutes'),
          room: row.ref('excluded.room'),
          link: row.ref('excluded.link'),
          told: row('viva_times.told', '+', 1),
          cancelled_at: null,
          told_by: row.ref('excluded.told_by'),
          told_at: row.ref('excluded.told_at'),
        })),
      )
      .returning(['account_id as accountId', 'told'])
      .execute();
    counts.push(...rows);
  }
  return counts;
}

/** When students expect their viva, as told. */
export async function expectedStarts(
  reader: Reader | Writer,
  accountIds: readonly number[],
): Promise<Map<number, number>> {
  const starts = new Map<number, number>();
  for (const some of partsOf(accountIds)) {
    const rows = await reader
      .selectFrom('viva_times')
      .where('account_id', 'in', some)
      .where('purpose', '=', 'viva')
      .where('cancelled_at', 'is', null)
      .select(['account_id as accountId', 'starts_at as startsAt'])
      .execute();
    for (const { accountId, startsAt } of rows) starts.set(accountId, startsAt);
  }
  return starts;
}

export async function cancelVivaTimes(
  writer: Writer,
  accountIds: readonly number[],
  { by, now }: Telling,
): Promise<ToldCount[]> {
  const counts: ToldCount[] = [];
  for (const some of partsOf(accountIds)) {
    const rows = await writer
      .updateTable('viva_times')
      .set((row) => ({ cancelled_at: now, told: row('told', '+', 1), told_by: by, told_at: now }))
      .where('account_id', 'in', some)
      .where('purpose', '=', 'viva')
      .returning(['account_id as accountId', 'told'])
      .execute();
    counts.push(...rows);
  }
  return counts;
}
