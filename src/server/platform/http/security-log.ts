import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-errors.ts';
import { shortenedAddress } from './limits/network-of.ts';

/**
 * `warn` suggests an attack. Lines have event, account, shortened network and request id; never a password,
 * token, email or personal text. The audit log has staff's changes.
 */
export const securityEvents = {
  'signed-up': 'info',
  'signup-paused': 'warn',
  'logged-in': 'info',
  'login-failed': 'warn',
  'login-paused': 'warn',
  'logged-out': 'info',
  'second-step-asked': 'info',
  'second-step-refused': 'warn',
  'second-step-paused': 'warn',
  'proof-given': 'info',
  'proof-refused': 'warn',
  'proof-paused': 'warn',
  'second-factor-added': 'info',
  'second-factor-removed': 'warn',
  'recovery-codes-renewed': 'warn',
  'reset-asked': 'info',
  'reset-paused': 'warn',
  'password-reset': 'info',
  'reset-refused': 'warn',
  'password-changed': 'info',
  'password-refused': 'warn',
  'password-paused': 'warn',
  'address-change-asked': 'info',
  'address-change-withdrawn': 'info',
  'address-changed': 'info',
  'address-confirmed': 'info',
  'confirmation-refused': 'warn',
  'session-ended': 'info',
  'sessions-ended': 'info',
  'deletion-asked': 'info',
  'deletion-withdrawn': 'info',
  'administrator-set-up': 'warn',
  'setup-refused': 'warn',
  'token-refused': 'warn',
  forbidden: 'warn',
  'origin-refused': 'warn',
  'policy-report': 'warn',
} as const satisfies Record<string, 'info' | 'warn'>;

export type SecurityEvent = keyof typeof securityEvents;

export type LoggedSecurityEvent = {
  event: SecurityEvent;
  account: number | null;
  network: string;
  /** The route's pattern, if informative. */
  route: string | null;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** Since the start. */
    securityEvents: Map<SecurityEvent, number>;
    /** Quick; must not throw. */
    securityListeners: ((logged: LoggedSecurityEvent) => void)[];
  }
}

type LoggedRequest = Pick<FastifyRequest, 'log' | 'server' | 'ip' | 'accountId'>;

/**
 * @param about.account by default the session's
 * @param about.detail without typed text
 */
export function logSecurityEvent(
  { log, server, ip, accountId }: LoggedRequest,
  event: SecurityEvent,
  { account, detail }: { account?: number | null | undefined; detail?: Record<string, string> } = {},
): void {
  server.securityEvents.set(event, (server.securityEvents.get(event) ?? 0) + 1);
  const known = account ?? accountId ?? null;
  const network = shortenedAddress(ip);
  log[securityEvents[event]]({ event, account: known ?? undefined, network, ...detail }, 'security');
  const logged = { event, account: known, network, route: detail?.['route'] ?? null };
  for (const listen of server.securityListeners) listen(logged);
}

type Outcomes<T> = {
  done: SecurityEvent | ((result: T) => SecurityEvent | null);
  /** By status or message. */
  refused?: Partial<Record<number | string, SecurityEvent>>;
  /** Other than the session's. */
  account?: (result: T) => number | null;
};

/** For the log: clients must not learn whether an account exists. */
export class AccountRefused extends HttpError {
  readonly accountId: number | null;

  constructor(accountId: number | null, ...refusal: ConstructorParameters<typeof HttpError>) {
    super(...refusal);
    this.accountId = accountId;
  }
}

export async function logOutcome<T>(
  request: LoggedRequest,
  { done, refused = {}, account }: Outcomes<T>,
  run: () => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    result = await run();
  } catch (error) {
    const event = error instanceof HttpError ? (refused[error.message] ?? refused[error.status]) : undefined;
    const about = error instanceof AccountRefused ? { account: error.accountId } : {};
    if (event !== undefined) logSecurityEvent(request, event, about);
    throw error;
  }
  const event = typeof done === 'function' ? done(result) : done;
  if (event !== null) logSecurityEvent(request, event, { account: account?.(result) });
  return result;
}
