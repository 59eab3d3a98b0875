import { type Expression, sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { Job } from '../platform/jobs/job.ts';
import type { EngineName } from '../platform/database/engine.ts';
import { enqueueJob } from '../platform/jobs/job-rows.ts';
import type { ActName } from './act-words.ts';

/** On PostgreSQL: lines in force that are in no index yet. Who reads `audit_log` has them among the others. */
export const pendingLines = 'audit_log_pending';

export const movePendingKind = { kind: 'move-pending-audit-lines' };

const columns = sql.raw('id, at, actor_id, act, subject, before, after, about_id, network');

/**
 * Moves pending lines into the indexed table, as they are and under their ids: at any moment a line is in one of both.
 * @param limit how many at most
 * @returns how many were moved
 */
export async function movePendingLines(writer: Writer, limit: number): Promise<number> {
  // Whoever is just anonymising a person would wait for a line, find it gone, and leave its words where it has been moved.
  await sql`lock table ${sql.table(pendingLines)} in share row exclusive mode`.execute(writer);
  const { numAffectedRows } = await sql`
    with moved as (
      delete from ${sql.table(pendingLines)}
      where ctid = any (array(select ctid from ${sql.table(pendingLines)} limit ${limit}))
      returning ${columns})
    insert into audit_log (${columns}) overriding system value select ${columns} from moved`.execute(writer);
  return Number(numAffectedRows);
}

/** A part at a time, so that nobody waits for long; an end in the middle leaves the rest pending, and to the next try. */
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
 * Writes an act for each row of a query, with one statement: where a change is made by statements, too, and its rows never pass
 * through this process. Whoever reads the audit log finds them from the change on; PostgreSQL has them in its indexes a little
 * later. That the actor is known is checked by the line that the same change writes of itself.
 * @param rows subject, what was before and after as JSON texts, and the account that the act is about where there is one
 */
export async function recordStagedActs(
  writer: Writer,
  { engine, at, actorId, act }: { engine: EngineName; at: number; actorId: number | null; act: ActName },
  rows: Expression<{ subject: string; before: string | null; after: string | null; about_id: number | null }>,
): Promise<void> {
  const hasPending = engine === 'postgres';
  const { numAffectedRows: written } = await sql`
    insert into ${sql.table(hasPending ? pendingLines : 'audit_log')} (at, actor_id, act, subject, before, after, about_id)
    select cast(${at} as bigint), cast(${actorId} as bigint), ${sql.lit(act)}, acts.subject, acts.before, acts.after,
      acts.about_id
    from ${rows} as acts`.execute(writer);
  // Each change has a job of its own: two that shared one would wait for each other.
  if (hasPending && Number(written) > 0) await enqueueJob(writer, movePendingKind, null, { now: at });
}
