import { sql, type Expression } from 'kysely';
import type { Writer } from '../platform/database/database.ts';

/**
 * Writes an act for each row of a query, with one statement: where a change is made by statements, too, and its rows never pass
 * through this process.
 * @param rows subject, and what was before and after as JSON texts
 */
export async function recordStagedActs(
  writer: Writer,
  { at, actorId, act }: { at: number; actorId: number | null; act: string },
  rows: Expression<{ subject: string; before: string | null; after: string | null }>,
): Promise<void> {
  await sql`
    insert into audit_log (at, actor_id, act, subject, before, after)
    select cast(${at} as bigint), cast(${actorId} as bigint), ${sql.lit(act)}, acts.subject, acts.before, acts.after
    from ${rows} as acts`.execute(writer);
}
