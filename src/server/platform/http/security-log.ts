import type { FastifyRequest } from 'fastify';
import { HttpError } from './http-errors.ts';
import { shortenedAddress } from './limits/network-of.ts';

/**
 * What the log tells of security, each with its level: a warning is what an attack looks like, though it may be a slip. Every
 * line has the message `security`, the event, the account if it is known, the shortened network address and the request's id;
 * never a password, a token, an address of mail or a text of a person. What staff and operators change is in the audit log.
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
  'address-changed': 'info',
  'address-confirmed': 'info',
  'confirmation-refused': 'warn',
  'session-ended': 'info',
  'sessions-ended': 'info',
  'deletion-asked': 'info',
  'deletion-withdrawn': 'info',
  'administrator-set-up': 'warn',
  'setup-refused': 'warn',
  forbidden: 'warn',
  'origin-refused': 'warn',
  'policy-report': 'warn',
} as const satisfies Record<string, 'info' | 'warn'>;

export type SecurityEvent = keyof typeof securityEvents;

/** An event as those hear of it who keep it beside the log. */
export type HeardEvent = {
  event: SecurityEvent;
  /** The account that it is about; null for none that is known. */
  account: number | null;
  /** Shortened. */
  network: string;
  /** The address of the route that was asked for, as a pattern, where that tells more than the event. */
  route: string | null;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** How often each event has happened since the start. */
    securityEvents: Map<SecurityEvent, number>;
    /** Who hears of each event; they are quick, and do not throw. */
    securityListeners: ((heard: HeardEvent) => void)[];
  }
}

type Heard = Pick<FastifyRequest, 'log' | 'server' | 'ip' | 'accountId'>;

/**
 * Writes an event into the log and counts it.
 * @param about.account whose account it is about; by default that of the request's session
 * @param about.detail nothing that a person has typed
 */
export function logSecurityEvent(
  { log, server, ip, accountId }: Heard,
  event: SecurityEvent,
  { account, detail }: { account?: number | null | undefined; detail?: Record<string, string> } = {},
): void {
  server.securityEvents.set(event, (server.securityEvents.get(event) ?? 0) + 1);
  const known = account ?? accountId ?? null;
  const network = shortenedAddress(ip);
  log[securityEvents[event]]({ event, account: known ?? undefined, network, ...detail }, 'security');
  const heard = { event, account: known, network, route: detail?.['route'] ?? null };
  for (const hear of server.securityListeners) hear(heard);
}

type Outcomes<T> = {
  /** What it is when it succeeds; null for nothing of interest. */
  done: SecurityEvent | ((result: T) => SecurityEvent | null);
  /** What it is when it is refused, by the refusal's status, or by its words. */
  refused?: Partial<Record<number | string, SecurityEvent>>;
  /** Whose account it is about, where that is not the session's. */
  account?: (result: T) => number | null;
};

/** A refusal that is about an account, for the log alone: whoever is refused does not learn whether there is one. */
export class AccountRefused extends HttpError {
  readonly accountId: number | null;

  constructor(accountId: number | null, ...refusal: ConstructorParameters<typeof HttpError>) {
    super(...refusal);
    this.accountId = accountId;
  }
}

/** Runs a use case and logs what came of it. */
export async function logOutcome<T>(
  request: Heard,
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
