import { Mutex } from 'async-mutex';
import { minuteMs } from '#contract/durations';
import { isoInstant } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { LoggedSecurityEvent, SecurityEvent } from '../platform/http/security-log.ts';
import type { ActName } from './act-words.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/**
 * What becomes of each event in the audit log: a line by the account's holder (`own`), a line about the account by whoever it
 * was (`about`), or null: the change that it belongs to writes its own line, or nobody will ask for it.
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
  'address-changed': null,
  'address-confirmed': null,
  'confirmation-refused': 'about',
  'session-ended': 'own',
  'sessions-ended': 'own',
  'deletion-asked': null,
  'deletion-withdrawn': null,
  'administrator-set-up': null,
  'setup-refused': 'about',
  forbidden: 'own',
  'origin-refused': 'own',
  'policy-report': null,
} as const satisfies Record<SecurityEvent, 'own' | 'about' | null>;

/** Each has its words: the line of one without them does not compile. */
type KeptEvent = {
  [Event in SecurityEvent]: (typeof lineOf)[Event] extends null ? never : Event;
}[SecurityEvent];

const isKept = (event: SecurityEvent): event is KeptEvent => lineOf[event] !== null;

/** The events of which the audit log gets a line here. */
export const keptEvents = (Object.keys(lineOf) as SecurityEvent[]).filter(isKept);

/** What happens again within this time is counted in the next line. */
const windowMs = 10 * minuteMs;
/** So many different lines at most within that time; what is beyond them is one line for each event. */
const mostLines = 300;

type Kept = LoggedSecurityEvent & { event: KeptEvent };
type Counted = Kept & {
  count: number;
  first: number;
  last: number;
  writtenAt: number | null;
};

export type SecurityLines = {
  hear(heard: LoggedSecurityEvent): void;
  /**
   * Writes what is due: what is new, and what went on for ten minutes since its last line.
   * @param isLast everything, as before the process ends
   */
  flush(isLast?: boolean): Promise<void>;
};

function rowOf({ event, account, network, route, count, first, last }: Counted) {
  return {
    at: last,
    actor_id: lineOf[event] === 'own' ? account : null,
    act: event satisfies ActName,
    subject: route ?? '',
    before: null,
    after: count === 1 ? null : JSON.stringify({ times: count, since: isoInstant(first) }),
    about_id: account,
    network,
  };
}

/**
 * Keeps refusals in the audit log. They are counted in memory, by event, account, network and route, so that a flood of wrong
 * passwords is a few lines and never a write of its own: 300 lines in ten minutes from a process at most.
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
        // What came while it was written is told in the next line.
        entry.count -= count;
        entry.first = entry.last;
        entry.writtenAt = now;
      }
    }
  }

  return {
    hear({ event, ...heard }) {
      if (!isKept(event)) return;
      const now = clock.now();
      const entry = entryOf({ ...heard, event }, now);
      if (entry.count === 0) entry.first = now;
      entry.count += 1;
      entry.last = now;
    },
    flush: (isLast = false) => writing.runExclusive(() => write(isLast)),
  };
}
