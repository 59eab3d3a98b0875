import type { Writer } from '../platform/database/database.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import type { AuditEventName } from './event-words.ts';
import { minuteMs } from '#contract/durations';
import { shortenedAddress } from '../platform/http/limits/network-of.ts';

export type AuditEvent = {
  at: number;
  /** Null for the operator's commands. */
  actorId: number | null;
  act: AuditEventName;
  /** Such as a receipt number or an email. */
  subject: string;
  before?: unknown;
  after?: unknown;
  /** The account it is about; the audit log is searched by it. */
  aboutId?: number | null;
};

function asText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Writes an audit line, in the transaction that it records. Must not contain secrets. */
export async function recordAuditEvent(writer: Writer, event: AuditEvent): Promise<void> {
  await recordAuditEvents(writer, [event]);
}

export async function recordOwnAuditEvent(
  writer: Writer,
  { accountId, ...event }: Omit<AuditEvent, 'actorId' | 'aboutId'> & { accountId: number },
): Promise<void> {
  await recordAuditEvent(writer, { ...event, actorId: accountId, aboutId: accountId });
}

export async function recordAuditEvents(writer: Writer, events: readonly AuditEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += rowsAtOnce) {
    const rows = events.slice(from, from + rowsAtOnce).map((event) => ({
      at: event.at,
      actor_id: event.actorId,
      act: event.act,
      subject: event.subject,
      before: asText(event.before),
      after: asText(event.after),
      about_id: event.aboutId ?? null,
    }));
    await writer.insertInto('audit_log').values(rows).execute();
  }
}

/** Shared by the lines of one change. */
export type ActedBy = {
  /** Null for the operator's commands. */
  actorId: number | null;
  /** In milliseconds since 1970 UTC. */
  at: number;
  act: AuditEventName;
};

/** Logins from one network within this time share a line, and openings of one file. */
const windowMs = 10 * minuteMs;

/** Records the opening of something, before it is shown. */
export async function recordOpening(
  writer: Writer,
  event: Required<Pick<AuditEvent, 'at' | 'act' | 'subject' | 'aboutId'>> & { actorId: number },
): Promise<void> {
  const before = await writer
    .selectFrom('audit_log')
    .where('actor_id', '=', event.actorId)
    .where('act', '=', event.act)
    .where('at', '>', event.at - windowMs)
    .where('subject', '=', event.subject)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (before === undefined) await recordAuditEvent(writer, event);
}

/** Records the first use of an access token on a day. */
export async function recordTokenUse(
  writer: Writer,
  { accountId, name, network, at }: { accountId: number; name: string; network: string; at: number },
): Promise<void> {
  const line = {
    at,
    actor_id: accountId,
    about_id: accountId,
    act: 'use-access-token' satisfies AuditEventName,
    subject: name,
    network: shortenedAddress(network),
  };
  await writer.insertInto('audit_log').values(line).execute();
}

/** Records a login, in the transaction that begins the session. */
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
    act: 'log-in' satisfies AuditEventName,
    subject: '',
    network,
  };
  await writer.insertInto('audit_log').values(line).execute();
}
