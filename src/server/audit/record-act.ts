import type { Writer } from '../platform/database/database.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { ActName } from './act-words.ts';
import { minuteMs } from '#contract/durations';
import { shortenedAddress } from '../platform/http/limits/network-of.ts';

export type Act = {
  at: number;
  /** The staff member's account, or null for the operator's commands. */
  actorId: number | null;
  act: ActName;
  /** What was acted on, such as a receipt number or an e-mail address. */
  subject: string;
  before?: unknown;
  after?: unknown;
  /** The account that it is about, if it is about one: the audit log is searched by it. */
  aboutId?: number | null;
};

function asText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Writes an act of staff into the audit log, within the transaction that it records. Give it no secrets. */
export async function recordAct(writer: Writer, act: Act): Promise<void> {
  await recordActs(writer, [act]);
}

/** What an account's holder changed in the own account. */
export async function recordOwnAct(
  writer: Writer,
  { accountId, ...act }: Omit<Act, 'actorId' | 'aboutId'> & { accountId: number },
): Promise<void> {
  await recordAct(writer, { ...act, actorId: accountId, aboutId: accountId });
}

/** Writes many acts of one change, in their order. */
export async function recordActs(writer: Writer, acts: readonly Act[]): Promise<void> {
  for (let from = 0; from < acts.length; from += rowsAtOnce) {
    const rows = acts.slice(from, from + rowsAtOnce).map((act) => ({
      at: act.at,
      actor_id: act.actorId,
      act: act.act,
      subject: act.subject,
      before: asText(act.before),
      after: asText(act.after),
      about_id: act.aboutId ?? null,
    }));
    await writer.insertInto('audit_log').values(rows).execute();
  }
}

/** How a change that several acts make stands in the audit log: who, when, and which of them. */
export type ActedBy = {
  /** The staff member's account, or null for the operator's commands. */
  actorId: number | null;
  /** In milliseconds since 1970 UTC. */
  at: number;
  act: ActName;
};

/** Logins of an account from one network within this time are one line. */
const windowMs = 10 * minuteMs;

/** Writes that somebody has logged in, in the change that begins the session. */
export async function recordSignIn(
  writer: Writer,
  { accountId, network: address, now }: { accountId: number; network: string; now: number },
): Promise<void> {
  const network = shortenedAddress(address);
  const before = await writer
    .selectFrom('audit_log')
    .where('actor_id', '=', accountId)
    .where('act', '=', 'log-in')
    .where('at', '>', now - windowMs)
    .where('network', '=', network)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (before !== undefined) return;
  const line = {
    at: now,
    actor_id: accountId,
    about_id: accountId,
    act: 'log-in' satisfies ActName,
    subject: '',
    network,
  };
  await writer.insertInto('audit_log').values(line).execute();
}
