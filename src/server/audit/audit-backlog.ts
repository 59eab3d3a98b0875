import { type Expression, sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { EngineName } from '../platform/database/engine.ts';
import { enqueueJob } from '../platform/jobs/job-rows.ts';
import type { AuditEventName } from './event-words.ts';

/** PostgreSQL: committed lines that are not indexed yet. Reading `audit_log` includes them. */
export const pendingLines = 'audit_log_pending';

export const movePendingKind = { kind: 'move-pending-audit-lines' };

const columns = sql.raw('id, at, actor_id, act, subject, before, after, about_id, network');

/**
 * @param limit how many at most
 * @returns how many were moved
 */
export async function movePendingLines(writer: Writer, limit: number): Promise<number> {
  // A concurrent anonymisation would miss a line that moves, and leave its words.
  await sql`lock table ${sql.table(pendingLines)} in share row exclusive mode`.execute(writer);
  const { numAffectedRows } = await sql`
    with moved as (
      delete from ${sql.table(pendingLines)}
      where ctid = any (array(select ctid from ${sql.table(pendingLines)} limit ${limit}))
      returning ${columns})
    insert into audit_log (${columns}) overriding system value select ${columns} from moved`.execute(writer);
  return Number(numAffectedRows);
}

/** In parts, so that nobody waits for long. An interrupted job continues at its next try. */
export const movePendingLinesJob: Job<null> = {
  ...movePendingKind,
  payload: z.null(),
  async run({ database }: AppContext, _, signal) {
    let moved = 0;
    do moved = await database.nonDurableTransaction((writer) => movePendingLines(writer, rowsAtOnce));
    while (moved === rowsAtOnce && !signal.aborted);
    signal.throwIfAborted();
  },
};

/**
 * Writes an audit line per row of a query, with one statement. PostgreSQL indexes them later.
 * @param rows subject, before and after as JSON, and the account it is about
 */
export async function recordAuditBacklog(
  writer: Writer,
  {
    engine,
    at,
    actorId,
    act,
  }: { engine: EngineName; at: number; actorId: number | null; act: AuditEventName },
  rows: Expression<{ subject: string; before: string | null; after: string | null; about_id: number | null }>,
): Promise<void> {
  const hasPending = engine === 'postgres';
  const { numAffectedRows: written } = await sql`
    insert into ${sql.table(hasPending ? pendingLines : 'audit_log')} (at, actor_id, act, subject, before, after, about_id)
    select cast(${at} as bigint), cast(${actorId} as bigint), ${sql.lit(act)}, events.subject, events.before, events.after,
      events.about_id
    from ${rows} as events order by events.subject`.execute(writer);
  // One job per change: changes that share one would wait for each other.
  if (hasPending && Number(written) > 0) await enqueueJob(writer, movePendingKind, null, { now: at });
}
