import { sql, type Expression } from 'kysely';
import type { Writer } from '../platform/database/database.ts';
import type { ActName } from './act-words.ts';

/**
 * Writes an act for each row of a query, with one statement: where a change is made by statements, too, and its rows never pass
 * through this process.
 * @param rows subject, what was before and after as JSON texts, and the account that the act is about where there is one
 */
export async function recordStagedActs(
  writer: Writer,
  { at, actorId, act }: { at: number; actorId: number | null; act: ActName },
  rows: Expression<{ subject: string; before: string | null; after: string | null; about_id: number | null }>,
): Promise<void> {
  await sql`
    insert into audit_log (at, actor_id, act, subject, before, after, about_id)
    select cast(${at} as bigint), cast(${actorId} as bigint), ${sql.lit(act)}, acts.subject, acts.before, acts.after,
      acts.about_id
    from ${rows} as acts`.execute(writer);
}
