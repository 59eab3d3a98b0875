import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Reader } from '#server/platform/database/database';
import { eventually } from './eventually.ts';

/** Until a transaction waits for a row that another one has locked. PostgreSQL alone. */
export async function untilBlocked(reader: Reader): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'transactionid'`;
  await eventually(async () => expect((await waiting.execute(reader)).rows).toHaveLength(1));
}
