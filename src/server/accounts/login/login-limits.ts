import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import {
  beginAttempts,
  clearFailedLogins,
  type Counted,
  countedByNetwork,
  enforceRateLimits,
  removeAttempts,
} from '../rate-limits.ts';

/**
 * `device` is the hash of a device known to the account. `what`: the password, or the code of the second
 * step.
 */
export type LoginScope = { email: string; network: string; device: string | null; what?: 'login' | 'code' };

function recordsOf({ email, network, device, what = 'login' }: LoginScope): Counted[] {
  if (device !== null) return [{ kind: `${what}-device`, subject: email, source: device }];
  return [
    { kind: `${what}-account`, subject: email, source: network },
    ...countedByNetwork('login-address', network),
  ];
}

function limitsOf(scope: LoginScope): Counted[] {
  const records = recordsOf(scope);
  const everywhere: Counted = { kind: `${scope.what ?? 'login'}-everywhere`, subject: scope.email };
  return scope.device === null ? [...records, everywhere] : records;
}

/** @throws 429 with Retry-After */
export function enforceLoginLimits(database: Reader, scope: LoginScope, now: number): Promise<void> {
  return enforceRateLimits(database, limitsOf(scope), now);
}

export type LoginAttempt = {
  /** Removes this attempt and earlier failures from the same source. */
  forget(writer: Writer): Promise<void>;
};

/** @throws 429 with Retry-After */
export async function beginLoginAttempt(
  context: Pick<AppContext, 'database' | 'clock'>,
  scope: LoginScope,
): Promise<LoginAttempt> {
  const own = await beginAttempts(context, recordsOf(scope), limitsOf(scope));
  return {
    async forget(writer) {
      await removeAttempts(writer, own);
      await clearFailedLogins(writer, scope.email, scope.device ?? scope.network, scope.what);
    },
  };
}
