import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '../platform/context.ts';
import { removeRowsUntil } from '../platform/database/rows-at-once.ts';
import { periodicJob } from '../platform/jobs/job.ts';
import { longestWindowMs } from './rate-limits.ts';

const expiring = [
  'sessions',
  'pending_logins',
  'one_time_tokens',
  'email_confirmations',
  'used_login_states',
  'known_devices',
] as const;
type Expiring = (typeof expiring)[number] | 'access_tokens';

/** Their holder still sees when they ended. */
const showEndedTokensMs = 30 * dayMs;

export async function removeExpired(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.now();
  const expired = (table: Expiring) => ({ table, key: 'token_hash', at: 'expires_at', until }) as const;
  for (const table of expiring) await removeRowsUntil(database, signal, expired(table));
  const endedTokens = until - showEndedTokensMs;
  await removeRowsUntil(database, signal, { ...expired('access_tokens'), until: endedTokens });
  const challenges = { table: 'factor_challenges', key: 'holder_hash', at: 'expires_at', until } as const;
  await removeRowsUntil(database, signal, challenges);
  const hits = { table: 'rate_limit_hits', key: 'id', at: 'at', until: until - longestWindowMs - 1 } as const;
  await removeRowsUntil(database, signal, hits);
}

export const removeExpiredJob = periodicJob('remove-expired-sessions', hourMs, removeExpired);
