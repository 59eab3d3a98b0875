import { dayMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import { removeRowsUntil } from '../platform/database/rows-at-once.ts';
import { periodicJob } from '../platform/jobs/job.ts';
import { instantOfLocal, localText, wallClock } from '../platform/zoned-time.ts';
import { recordAuditEvent } from './record-audit-event.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** The first instant of the month `months` ago, in the academy's zone. */
function monthsBefore(now: number, months: number, zone: string): number {
  const shown = new Date(wallClock(now, zone));
  const first = new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() - months, 1));
  return instantOfLocal(
    { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day: 1, second: 0 },
    zone,
  );
}

/**
 * Removes lines of whole months past retention. The first transaction audits the removal and lets the
 * triggers allow it.
 */
export async function removeOldLines(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock, settings } = context;
  const now = clock.now();
  const before = monthsBefore(now, settings.auditMonths, settings.academyZone);
  const old = await database.reader
    .selectFrom('audit_log')
    .where('at', '<', before)
    .select((of) => of.fn.countAll<number>().as('lines'))
    .executeTakeFirstOrThrow();
  const lines = Number(old.lines);
  if (lines === 0) return;
  await database.transaction(async (writer) => {
    await writer.insertInto('audit_removals').values({ lines_before: before, removed_at: now }).execute();
    await recordAuditEvent(writer, {
      at: now,
      actorId: null,
      act: 'remove-audit-lines',
      subject: localText(before, settings.academyZone).slice(0, 10),
      before: { lines },
    });
  });
  const until = before - 1;
  await removeRowsUntil(database, signal, { table: 'audit_log', key: 'id', at: 'at', until });
}

export const removeOldAuditLinesJob = periodicJob('remove-old-audit-lines', dayMs, removeOldLines);
