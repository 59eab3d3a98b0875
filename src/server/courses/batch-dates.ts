import type { z } from 'zod';
import type { BatchDates, setBatchDates as setDatesCall } from '#contract/progress/schedule-calls';
import { dueTasks, type DueDays } from '#contract/submissions/due-days';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { readLocal, writeLocal } from '../platform/zoned-time.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { choosingBackwards, isChoosingBackwards } from './import-batches.ts';

export const datesOf = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('batches')
    .where('batches.id', '=', p.batchId)
    .select(['batches.name', 'batches.starts_at', 'batches.viva_deadline'])
    .select(['batches.due_days', 'batches.extension_days', 'batches.choose_from', 'batches.choose_until'])
    .select('batches.review_days'),
);
export type BatchDatesRow = Omit<Awaited<ReturnType<typeof datesOf>>[number], 'name'>;

const localOrNull = (instant: number | null, zone: string) =>
  instant === null ? null : writeLocal(instant, zone);

/** @param zone IANA */
export function presentBatchDates(row: BatchDatesRow & { name: string }, zone: string): BatchDates {
  const days = row.due_days === null ? {} : (JSON.parse(row.due_days) as DueDays);
  const due = Object.fromEntries(dueTasks.map((task) => [task, days[task] ?? null])) as BatchDates['due'];
  return {
    batch: row.name,
    zone,
    start: writeLocal(row.starts_at, zone).slice(0, 10),
    viva_deadline: localOrNull(row.viva_deadline, zone),
    due,
    extension_days: row.extension_days,
    choose_from: localOrNull(row.choose_from, zone),
    choose_until: localOrNull(row.choose_until, zone),
    review_days: row.review_days,
  };
}

export type DatesToSet = Omit<z.output<typeof setDatesCall.body>, 'original' | 'began'>;
export type ShownDates = Omit<BatchDates, 'batch' | 'zone'>;

/** Absent fields are unchanged. */
const later = ['extension_days', 'choose_from', 'choose_until', 'review_days'] as const;
type Later = (typeof later)[number];
type ComparedDates = Omit<ShownDates, Later> & Pick<DatesToSet, Later>;

/** Equal for equal dates. @param shown has the values where the dates have none */
export function datesInOrder(
  { start, viva_deadline, due, ...dates }: ComparedDates,
  shown?: ShownDates,
): string {
  const dues = Object.entries(due).sort(([a], [b]) => (a < b ? -1 : 1));
  const others = later.map((name) => (dates[name] === undefined ? shown?.[name] : dates[name]));
  const [days, from, until, review] = others;
  const choosing = [from, until];
  const isChoosing = choosing.some((value) => value !== undefined);
  // Stored with keys: without times for choosing, or days of reviews, as before there were any.
  return JSON.stringify([
    start,
    viva_deadline,
    ...dues,
    ...(days === undefined ? [] : [days]),
    ...(isChoosing ? [choosing] : []),
    ...(review === undefined ? [] : [{ review }]),
  ]);
}

/** What a day without a time means. */
const times = { viva_deadline: 'end', choose_from: 'start', choose_until: 'end' } as const;
type Time = keyof typeof times;

/** What is shown, with each time as it is typed where it is the same: a day, or without seconds. */
export function shownAsTyped(shown: ShownDates, typed: DatesToSet, zone: string): ShownDates {
  const same = (Object.keys(times) as Time[]).flatMap((name) => {
    const text = typed[name];
    if (text == null || shown[name] === null) return [];
    return writeLocal(readLocal(text, zone, times[name]), zone) === shown[name]
      ? [[name, text] as const]
      : [];
  });
  return { ...shown, ...Object.fromEntries(same) };
}

/** Unchanged dates stay exact to the millisecond. */
function rowOf(dates: DatesToSet, before: BatchDatesRow, shown: ShownDates, zone: string) {
  const { start, due } = dates;
  const set = Object.entries(due).filter(([, day]) => day !== null);
  const read = (name: Time) => {
    const text = dates[name];
    if (text === undefined || text === shown[name]) return before[name];
    return text === null ? null : readLocal(text, zone, times[name]);
  };
  const row = {
    starts_at: start === shown.start ? before.starts_at : readLocal(start, zone, 'start'),
    viva_deadline: read('viva_deadline'),
    due_days: set.length === 0 ? null : JSON.stringify(Object.fromEntries(set)),
    extension_days: dates.extension_days === undefined ? before.extension_days : dates.extension_days,
    choose_from: read('choose_from'),
    choose_until: read('choose_until'),
    review_days: dates.review_days === undefined ? before.review_days : dates.review_days,
  };
  if (isChoosingBackwards(row)) throw httpErrors.badRequest(`choose_until ${choosingBackwards}`);
  return row;
}

/** Locks the batch until the end of the transaction. */
export const lockBatchDates = (writer: Writer, batchId: number): Promise<BatchDatesRow> =>
  writer
    .updateTable('batches')
    .set((old) => ({ starts_at: old.ref('starts_at') }))
    .where('id', '=', batchId)
    .returning(['starts_at', 'viva_deadline', 'due_days', 'extension_days', 'choose_from', 'choose_until'])
    .returning('review_days')
    .executeTakeFirstOrThrow();

/**
 * Earlier submissions keep their due dates.
 * @param before `row` from `lockBatchDates`, `shown` in the texts of unchanged dates
 * @throws 400 where choosing ends before it begins
 */
export async function writeBatchDates(
  writer: Writer,
  batchId: number,
  dates: DatesToSet,
  { row, shown, zone }: { row: BatchDatesRow; shown: ShownDates; zone: string },
): Promise<BatchDatesRow> {
  const changed = rowOf(dates, row, shown, zone);
  await writer.updateTable('batches').set(changed).where('id', '=', batchId).execute();
  return changed;
}
