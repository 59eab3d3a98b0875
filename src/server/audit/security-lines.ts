import { Mutex } from 'async-mutex';
import { minuteMs } from '#contract/durations';
import { isoInstant } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { LoggedSecurityEvent, SecurityEvent } from '../platform/http/security-log.ts';
import type { AuditEventName } from './event-words.ts';
import type { FastifyInstance } from 'fastify';

type Context = Pick<AppContext, 'database' | 'clock'>;

/**
 * `own`: a line by the account's holder; `about`: about the account, by anyone; null: no line, or the change
 * writes its own.
 */
const lineOf = {
  'signed-up': null,
  'signup-paused': 'about',
  'logged-in': null,
  'login-failed': 'about',
  'login-paused': 'about',
  'logged-out': null,
  'second-step-asked': null,
  'second-step-refused': 'about',
  'second-step-paused': 'about',
  'proof-given': null,
  'proof-refused': 'own',
  'proof-paused': 'own',
  'second-factor-added': null,
  'second-factor-removed': null,
  'recovery-codes-renewed': null,
  'reset-asked': 'about',
  'reset-paused': 'about',
  'password-reset': null,
  'reset-refused': 'about',
  'password-changed': null,
  'password-refused': 'own',
  'password-paused': 'own',
  'address-change-asked': 'own',
  'address-change-withdrawn': 'own',
  'address-changed': null,
  'address-confirmed': null,
  'confirmation-refused': 'about',
  'session-ended': 'own',
  'sessions-ended': 'own',
  'deletion-asked': null,
  'deletion-withdrawn': null,
  'administrator-set-up': null,
  'setup-refused': 'about',
  'token-refused': 'about',
  forbidden: 'own',
  'origin-refused': 'own',
  'policy-report': null,
} as const satisfies Record<SecurityEvent, 'own' | 'about' | null>;

/** Every kept event needs words in `event-words.ts`. */
type AuditedEvent = {
  [Event in SecurityEvent]: (typeof lineOf)[Event] extends null ? never : Event;
}[SecurityEvent];

const isAudited = (event: SecurityEvent): event is AuditedEvent => lineOf[event] !== null;

export const auditedEvents = (Object.keys(lineOf) as SecurityEvent[]).filter(isAudited);

/** Repetitions within this time are counted in the next line. */
const windowMs = 10 * minuteMs;
/** Different lines within that time; beyond them, one line per event. */
const mostLines = 300;

type Kept = LoggedSecurityEvent & { event: AuditedEvent };
type Counted = Kept & {
  count: number;
  first: number;
  last: number;
  writtenAt: number | null;
};

export type SecurityLines = {
  hear(heard: LoggedSecurityEvent): void;
  /**
   * Writes new events, and those repeated for ten minutes since their last line.
   * @param isLast writes everything, before the process ends
   */
  flush(isLast?: boolean): Promise<void>;
};

function rowOf({ event, account, network, route, count, first, last }: Counted) {
  return {
    at: last,
    actor_id: lineOf[event] === 'own' ? account : null,
    act: event satisfies AuditEventName,
    subject: route ?? '',
    before: null,
    after: count === 1 ? null : JSON.stringify({ times: count, since: isoInstant(first) }),
    about_id: account,
    network,
  };
}

/**
 * Writes refusals to the audit log. Counted in memory by event, account, network and route, so that a flood
 * of wrong passwords costs a few lines: at most 300 in ten minutes per process.
 */
export function makeSecurityLines({ database, clock }: Context): SecurityLines {
  const counted = new Map<string, Counted>();
  const writing = new Mutex();

  function entryOf(heard: Kept, now: number): Counted {
    const { event, account, network, route } = heard;
    let key = JSON.stringify([event, account, network, route]);
    let about: Kept = heard;
    if (!counted.has(key) && counted.size >= mostLines) {
      key = event;
      about = { event, account: null, network: 'many networks', route: null };
    }
    const found = counted.get(key) ?? { ...about, count: 0, first: now, last: now, writtenAt: null };
    counted.set(key, found);
    return found;
  }

  function isDue({ count, writtenAt }: Counted, now: number, isLast: boolean): boolean {
    return count > 0 && (isLast || writtenAt === null || now - writtenAt >= windowMs);
  }

  async function write(isLast: boolean): Promise<void> {
    const now = clock.now();
    for (const [key, { count, writtenAt }] of counted) {
      if (count === 0 && writtenAt !== null && now - writtenAt >= windowMs) counted.delete(key);
    }
    const due = [...counted.values()].filter((entry) => isDue(entry, now, isLast));
    for (let from = 0; from < due.length; from += rowsAtOnce) {
      const written = due.slice(from, from + rowsAtOnce).map((entry) => ({ entry, count: entry.count }));
      const rows = written.map(({ entry }) => rowOf(entry));
      await database.nonDurableTransaction((writer) => writer.insertInto('audit_log').values(rows).execute());
      for (const { entry, count } of written) {
        // Events during the write are counted in the next line.
        entry.count -= count;
        entry.first = entry.last;
        entry.writtenAt = now;
      }
    }
  }

  return {
    hear({ event, ...heard }) {
      if (!isAudited(event)) return;
      const now = clock.now();
      const entry = entryOf({ ...heard, event }, now);
      if (entry.count === 0) entry.first = now;
      entry.count += 1;
      entry.last = now;
    },
    flush: (isLast = false) => writing.runExclusive(() => write(isLast)),
  };
}

/** In milliseconds. */
const flushMs = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    securityLines: SecurityLines;
  }
}

export function recordSecurityLines(server: FastifyInstance, context: AppContext): void {
  const lines = makeSecurityLines(context);
  server.decorate('securityLines', lines);
  server.securityListeners.push(lines.hear);
  const onError = (error: unknown): void =>
    context.log.warn({ err: error }, 'refusals could not be written to the audit log yet');
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onListen', async () => {
    timer = setInterval(() => void lines.flush().catch(onError), flushMs).unref();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    await lines.flush(true).catch(onError);
  });
}
