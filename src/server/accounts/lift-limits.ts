import { dayMs } from '#contract/durations';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { requireAccount } from './queries.ts';
import { clearFailedLogins } from './rate-limits.ts';

/**
 * Lifts an account's quotas for some days and clears its failed logins.
 * @param days 0 ends the exception
 * @param actorId null for the operator's command
 * @returns the end in milliseconds since 1970 UTC, or null
 * @throws 404 for an unknown account
 */
export async function liftLimits(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { address, days, actorId }: { address: string; days: number; actorId: number | null },
): Promise<{ email: string; until: number | null }> {
  return database.transaction(async (writer) => {
    const account = await requireAccount(writer, address);
    const { email } = account;
    const now = clock.now();
    const before = await liftedUntil(writer, account.id, now);
    const until = days === 0 ? null : now + days * dayMs;
    await writer.deleteFrom('lifted_limits').where('account_id', '=', account.id).execute();
    if (until !== null) {
      await writer.insertInto('lifted_limits').values({ account_id: account.id, until_at: until }).execute();
      await clearFailedLogins(writer, email);
    }
    const act = { at: now, actorId, act: 'lift-limits', subject: email, aboutId: account.id } as const;
    await recordAuditEvent(writer, { ...act, before: { until: before }, after: { until } });
    return { email, until };
  });
}

async function liftedUntil(reader: Reader, accountId: number, now: number): Promise<number | null> {
  const row = await reader
    .selectFrom('lifted_limits')
    .where('account_id', '=', accountId)
    .where('until_at', '>', now)
    .select('until_at')
    .executeTakeFirst();
  return row?.until_at ?? null;
}

export async function areLimitsLifted(reader: Reader, accountId: number, now: number): Promise<boolean> {
  return (await liftedUntil(reader, accountId, now)) !== null;
}

/**
 * Refuses a request over its quota, unless staff have lifted it.
 * @throws 429 with Retry-After
 */
export async function refuseBeyondQuota(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, message, freeAt }: { accountId: number; message: string; freeAt: number },
): Promise<void> {
  const now = clock.now();
  if (await areLimitsLifted(database.reader, accountId, now)) return;
  const seconds = Math.max(1, Math.ceil((freeAt - now) / 1_000));
  const hours = Math.ceil(seconds / 3_600);
  throw httpErrors.tooMany(
    `${message} Please try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}, or ask the office.`,
    seconds,
  );
}
