import { sql, type Expression } from 'kysely';
import type { Writer } from '../platform/database/database.ts';
import type { EngineName } from '../platform/database/engine.ts';
import { enqueueJob } from '../platform/jobs/job-rows.ts';
import type { ActName } from './act-words.ts';
import { movePendingKind, pendingLines } from './move-pending-lines.ts';

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
