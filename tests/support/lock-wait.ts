import { sql } from 'kysely';
import { expect } from 'vitest';
import type { AppContext } from '#server/platform/context';
import { eventually } from './eventually.ts';

/** Until a transaction waits for another one's lock; on PostgreSQL only. */
export const someoneWaits = ({ database }: Pick<AppContext, 'database'>) =>
  eventually(async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.reader);
    expect(rows[0]?.count).toBeGreaterThan(0);
  });
