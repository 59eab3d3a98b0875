import type { z } from 'zod';
import type { BatchDates, setBatchDates as setDatesCall } from '#contract/progress/schedule-calls';
import { dueTasks, type DueDays } from '#contract/submissions/due-days';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { pick } from '../platform/import-files/plan.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { readLocal, writeLocal } from '../platform/zoned-time.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { choosingBackwards, isChoosingBackwards } from './import-batches.ts';

export const datesOf = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('batches')
    .where('batches.id', '=', p.batchId)
    .select(['batches.name', 'batches.starts_at', 'batches.viva_deadline'])
    .select(['batches.due_days', 'batches.extension_days', 'batches.choose_from', 'batches.choose_until']),
);
type BatchDatesRow = Omit<Awaited<ReturnType<typeof datesOf>>[number], 'name'>;

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
  };
}

/** Notifies the students, within the transaction. */
export type TellOfDates = (
  writer: Writer,
  change: { batch: { id: number }; before: ShownDates; after: ShownDates; at: number },
) => Promise<void>;

export type DatesToSet = Omit<z.output<typeof setDatesCall.body>, 'original'>;
export type ShownDates = Omit<BatchDates, 'batch' | 'zone'>;

/** Absent fields are unchanged. */
const later = ['extension_days', 'choose_from', 'choose_until'] as const;
type Later = (typeof later)[number];
type ComparedDates = Omit<ShownDates, Later> & Pick<DatesToSet, Later>;

/** @param shown has the values where the dates have none */
function inOrder({ start, viva_deadline, due, ...dates }: ComparedDates, shown?: ShownDates): string {
  const dues = Object.entries(due).sort(([a], [b]) => (a < b ? -1 : 1));
  const others = later.map((name) => (dates[name] === undefined ? shown?.[name] : dates[name]));
  const [days, ...choosing] = others;
  const isChoosing = choosing.some((value) => value !== undefined);
  // Stored with keys: without times for choosing as before there were any.
  return JSON.stringify([
    start,
    viva_deadline,
    ...dues,
    ...(days === undefined ? [] : [days]),
    ...(isChoosing ? [choosing] : []),
  ]);
}

/** Unchanged dates stay exact to the millisecond. */
function rowOf(dates: DatesToSet, before: BatchDatesRow, shown: ShownDates, zone: string) {
  const { start, due } = dates;
  const set = Object.entries(due).filter(([, day]) => day !== null);
  const read = (name: 'viva_deadline' | 'choose_from' | 'choose_until', day: 'start' | 'end' = 'end') => {
    const text = dates[name];
    if (text === undefined || text === shown[name]) return before[name];
    return text === null ? null : readLocal(text, zone, day);
  };
  const row = {
    starts_at: start === shown.start ? before.starts_at : readLocal(start, zone, 'start'),
    viva_deadline: read('viva_deadline'),
    due_days: set.length === 0 ? null : JSON.stringify(Object.fromEntries(set)),
    extension_days: dates.extension_days === undefined ? before.extension_days : dates.extension_days,
    choose_from: read('choose_from', 'start'),
    choose_until: read('choose_until'),
  };
  if (isChoosingBackwards(row)) throw httpErrors.badRequest(`choose_until ${choosingBackwards}`);
  return row;
}

/**
 * Sets start, viva deadline and due dates. Earlier submissions keep their due dates.
 * @param original as the editor saw them
 * @throws 409 with `current` after a change by others, and when the key belongs to other dates
 */
export async function setBatchDates(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, actorId }: { batch: { id: number; name: string }; actorId: number },
  { original, ...dates }: DatesToSet & { original?: DatesToSet | undefined },
  tell: TellOfDates,
  key: string | null = null,
): Promise<BatchDates> {
  const { academyZone: zone } = settings;
  const now = clock.now();
  const content = [batch.id, inOrder(dates)];
  return database.transaction(async (writer) => {
    await makeOnce(writer, { accountId: actorId, kind: 'batch-dates', key, content, now }, async () => {
      // An unchanged update locks the row.
      const before = await writer
        .updateTable('batches')
        .set((old) => ({ starts_at: old.ref('starts_at') }))
        .where('id', '=', batch.id)
        .returning([
          'starts_at',
          'viva_deadline',
          'due_days',
          'extension_days',
          'choose_from',
          'choose_until',
        ])
        .executeTakeFirstOrThrow();
      const shown = presentBatchDates({ ...before, name: batch.name }, zone);
      if (inOrder(shown) === inOrder(dates, shown)) return;
      if (original !== undefined && inOrder(shown) !== inOrder(original, shown))
        throw httpErrors.changedMeanwhile(
          'The dates of this batch were changed in the meantime. Your dates are not saved yet.',
          shown,
        );
      const row = rowOf(dates, before, shown, zone);
      await writer.updateTable('batches').set(row).where('id', '=', batch.id).execute();
      const { batch: _, zone: __, ...was } = shown;
      await recordAuditEvent(writer, {
        at: now,
        actorId,
        act: 'set-batch-dates',
        subject: batch.name,
        before: pick(was, Object.keys(dates)),
        after: dates,
      });
      await tell(writer, {
        batch,
        before: shown,
        after: presentBatchDates({ ...row, name: batch.name }, zone),
        at: now,
      });
    });
    const [row] = await datesOf(writer, { batchId: batch.id });
    if (row === undefined) throw new Error(`batch ${batch.id} is gone`);
    return presentBatchDates(row, zone);
  });
}
