import { dueTasks, type DueDays } from '#contract/submissions/due-days';
import type { BatchDates } from '#contract/progress/schedule-calls';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { writeLocal } from '../platform/zoned-time.ts';

export const datesOf = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('batches')
    .where('batches.id', '=', p.batchId)
    .select(['batches.name', 'batches.starts_at', 'batches.viva_deadline', 'batches.due_days']),
);
export type BatchDatesRow = { starts_at: number; viva_deadline: number | null; due_days: string | null };

/** @param zone IANA */
export function presentBatchDates(row: BatchDatesRow & { name: string }, zone: string): BatchDates {
  const days = row.due_days === null ? {} : (JSON.parse(row.due_days) as DueDays);
  const due = Object.fromEntries(dueTasks.map((task) => [task, days[task] ?? null])) as BatchDates['due'];
  return {
    batch: row.name,
    zone,
    start: writeLocal(row.starts_at, zone).slice(0, 10),
    viva_deadline: row.viva_deadline === null ? null : writeLocal(row.viva_deadline, zone),
    due,
  };
}
