import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import {
  clearFailedLogins,
  countedByNetwork,
  enforceRateLimit,
  recordAttempt,
  removeAttempts,
  type Counted,
} from '../rate-limits.ts';

/**
 * Whose login from where: `device` is the hash of a device that its holder has logged in from before. `what` is judged: the
 * password, or the code of the second step.
 */
export type LoginScope = { email: string; network: string; device: string | null; what?: 'login' | 'code' };

/** What a failure is written down as. */
function recordsOf({ email, network, device, what = 'login' }: LoginScope): Counted[] {
  if (device !== null) return [{ kind: `${what}-device`, subject: email, source: device }];
  return [
    { kind: `${what}-account`, subject: email, source: network },
    ...countedByNetwork('login-address', network),
  ];
}

/** What an attempt is held against. */
function limitsOf(scope: LoginScope): Counted[] {
  const records = recordsOf(scope);
  const everywhere: Counted = { kind: `${scope.what ?? 'login'}-everywhere`, subject: scope.email };
  return scope.device === null ? [...records, everywhere] : records;
}

/** @throws 429 with Retry-After */
export async function enforceLoginLimits(
  database: Reader,
  scope: LoginScope,
  now: number,
  own: readonly number[] = [],
): Promise<void> {
  for (const counted of limitsOf(scope)) await enforceRateLimit(database, counted, now, own);
}

/** An attempt that is being judged. */
export type LoginAttempt = {
  /** It was the right password: it does not count, and neither does what failed from there before. */
  forget(writer: Writer): Promise<void>;
};

/**
 * Writes an attempt down as failed before it is judged, and counts only then: of a burst, over all processes, no more are
 * judged than the limit says, since each sees those that are judged beside it.
 * @throws 429 with Retry-After; the attempt is taken back then
 */
export async function beginLoginAttempt(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  scope: LoginScope,
): Promise<LoginAttempt> {
  const now = clock.now();
  // What is refused anyway writes nothing: a flood of it would take the writer's time from everybody.
  await enforceLoginLimits(database.reader, scope, now);
  const own = await database.nonDurableTransaction(async (writer) => {
    const ids: number[] = [];
    for (const counted of recordsOf(scope)) ids.push(await recordAttempt(writer, counted, now));
    return ids;
  });
  try {
    await enforceLoginLimits(database.reader, scope, now, own);
  } catch (error) {
    await database.nonDurableTransaction((writer) => removeAttempts(writer, own));
    throw error;
  }
  return {
    async forget(writer) {
      await removeAttempts(writer, own);
      await clearFailedLogins(writer, scope.email, scope.device ?? scope.network, scope.what);
    },
  };
}
