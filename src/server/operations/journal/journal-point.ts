import { sql } from 'kysely';
import { z } from 'zod';
import type { Reader } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';

/** Where a snapshot is among a line's segments. */
export const journalPoint = z.object({
  line: z.string(),
  /** The newest segment that it knows, and the hash of its bytes. */
  head: z.number(),
  head_sha256: z.string(),
  /** SQLite: the last `seq`. PostgreSQL: the transactions that it sees. */
  position: z.string(),
});
export type JournalPoint = z.output<typeof journalPoint>;

/** Within a snapshot. */
export async function readPosition(reader: Reader, engine: EngineName): Promise<string> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql<{
          position: number | string;
        }>`select seq as position from sqlite_sequence where name = 'journal_changes'`
      : sql<{ position: number | string }>`select pg_current_snapshot()::text as position`
  ).execute(reader);
  return String(rows[0]?.position ?? 0);
}

/** Within a snapshot. Null without a line. */
export async function readJournalPoint(reader: Reader, engine: EngineName): Promise<JournalPoint | null> {
  const row = await reader.selectFrom('journal').select(['line', 'head', 'head_sha256']).executeTakeFirst();
  return row === undefined || row.line === ''
    ? null
    : { ...row, position: await readPosition(reader, engine) };
}

/** `xmin:xmax:xip,…` of PostgreSQL. */
function parseSnapshot(position: string): { end: bigint; running: Set<bigint> } {
  const [, end = '0', running = ''] = position.split(':');
  return { end: BigInt(end), running: new Set(running.split(',').filter(Boolean).map(BigInt)) };
}

/** Whether a snapshot sees all that another one of the same database sees: one of two always does. */
export function sees(position: string, other: string): boolean {
  if (!position.includes(':')) return Number(position) >= Number(other);
  const [own, theirs] = [parseSnapshot(position), parseSnapshot(other)];
  if (own.end < theirs.end) return false;
  return [...own.running].every((id) => id >= theirs.end || theirs.running.has(id));
}
