import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Reader } from '#server/platform/database/database';
import { eventually } from './eventually.ts';

/** Until a transaction waits for a lock of another one. PostgreSQL alone. */
export async function untilBlocked(reader: Reader): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => expect((await waiting.execute(reader)).rows).not.toEqual([]));
}
