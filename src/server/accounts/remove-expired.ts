import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import { removeRows } from '../platform/database/rows-at-once.ts';
import type { Job } from '../platform/jobs/job.ts';
import { longestWindowMs } from './rate-limits.ts';

/** Removes sessions, begun logins, links, devices and counted attempts that have no effect any more. */
export async function removeExpired(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  for (const table of [
    'sessions',
    'pending_logins',
    'one_time_tokens',
    'email_confirmations',
    'used_login_states',
  ] as const) {
    await removeRows(
      database,
      signal,
      async (reader, limit) => {
        const rows = await reader
          .selectFrom(table)
          .where('expires_at', '<=', now)
          .limit(limit)
          .select('token_hash')
          .execute();
        return rows.map(({ token_hash }) => token_hash);
      },
      (writer, hashes) => writer.deleteFrom(table).where('token_hash', 'in', hashes).execute(),
    );
  }
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const rows = await reader
        .selectFrom('factor_challenges')
        .where('expires_at', '<=', now)
        .limit(limit)
        .select('holder_hash')
        .execute();
      return rows.map(({ holder_hash }) => holder_hash);
    },
    (writer, hashes) =>
      writer
        .deleteFrom('factor_challenges')
        .where('holder_hash', 'in', hashes)
        .where('expires_at', '<=', now)
        .execute(),
  );
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const rows = await reader
        .selectFrom('known_devices')
        .where('expires_at', '<=', now)
        .limit(limit)
        .select('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    (writer, ids) => writer.deleteFrom('known_devices').where('id', 'in', ids).execute(),
  );
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const rows = await reader
        .selectFrom('rate_limit_hits')
        .where('at', '<', now - longestWindowMs)
        .limit(limit)
        .select('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    (writer, ids) => writer.deleteFrom('rate_limit_hits').where('id', 'in', ids).execute(),
  );
}

export const removeExpiredJob: Job<null> = {
  kind: 'remove-expired-sessions',
  payload: z.null(),
  everyMs: hourMs,
  run: (context, _, signal) => removeExpired(context, signal),
};
