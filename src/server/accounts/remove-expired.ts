import { z } from 'zod';
import { hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import { removeRows } from '../platform/database/rows-at-once.ts';
import type { Job } from '../platform/jobs/job.ts';
import { longestWindowMs } from './rate-limits.ts';

export async function removeExpired(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const expiring = [
    'sessions',
    'pending_logins',
    'one_time_tokens',
    'email_confirmations',
    'used_login_states',
    'known_devices',
  ] as const;
  for (const table of expiring) {
    await removeRows(
      database,
      signal,
      async (reader, limit) => {
        const due = reader.selectFrom(table).where('expires_at', '<=', now).limit(limit);
        return (await due.select('token_hash').execute()).map((row) => row.token_hash);
      },
      (writer, hashes) =>
        writer.deleteFrom(table).where('token_hash', 'in', hashes).where('expires_at', '<=', now).execute(),
    );
  }
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const due = reader.selectFrom('factor_challenges').where('expires_at', '<=', now).limit(limit);
      return (await due.select('holder_hash').execute()).map((row) => row.holder_hash);
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
      const due = reader
        .selectFrom('rate_limit_hits')
        .where('at', '<', now - longestWindowMs)
        .limit(limit);
      return (await due.select('id').execute()).map((row) => row.id);
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
