import { sql } from 'kysely';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Occasion, SecretTables } from '../../platform/database/secret-tables.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { endAccessTokens } from '../access-tokens/access-token-queries.ts';
import { endTokens } from '../one-time-tokens.ts';
import { endCalendar } from '../own-account/calendar-links.ts';
import { notifyHolder } from '../own-account/notify-holder.ts';
import { endPendingLogins } from '../second-factor/pending-logins.ts';
import { endConfirmations } from '../sign-up/email-confirmations.ts';
import { accountsSecrets } from '../tables.ts';
import { forgetDevices } from './known-devices.ts';
import { endSessionsOf } from './sessions.ts';

type Declared = typeof accountsSecrets;
type EndedBy<When extends Occasion | 'restore'> = When extends unknown
  ? { [Name in keyof Declared]: Declared[Name] extends { [W in When]: 'end' } ? Name : never }[keyof Declared]
  : never;

type Holder = {
  accountId: number;
  /** The link that confirms it stays. */
  email: string;
  /** The session that stays. */
  sessionToken?: string | null;
  now: number;
};

const enders: Record<EndedBy<Occasion>, (writer: Writer, holder: Holder) => Promise<unknown>> = {
  sessions: (writer, { accountId, sessionToken = null }) => endSessionsOf(writer, accountId, sessionToken),
  access_tokens: (writer, { accountId }) => endAccessTokens(writer, accountId),
  pending_logins: (writer, { accountId }) => endPendingLogins(writer, accountId),
  one_time_tokens: (writer, { accountId }) => endTokens(writer, 'reset', accountId),
  email_confirmations: (writer, { accountId, email }) => endConfirmations(writer, accountId, { but: email }),
  known_devices: (writer, { accountId }) => forgetDevices(writer, accountId),
  calendars: (writer, { accountId, now }) => endCalendar(writer, accountId, now),
};

/** Ends what opens an account, as `accountsSecrets` says. @returns whether a calendar link was among it */
export async function endAccess(writer: Writer, when: Occasion, holder: Holder): Promise<boolean> {
  let hadCalendar = false;
  const declared: SecretTables = accountsSecrets;
  for (const [table, end] of Object.entries(enders)) {
    if (declared[table as keyof typeof enders]?.[when] !== 'end') continue;
    const ended = await end(writer, holder);
    if (table === 'calendars') hadCalendar = ended === true;
  }
  return hadCalendar;
}

/** To end a sentence of a mail with. */
export const calendarEnded =
  ' Your calendar link no longer works. You can create a new one on your account page.';

export type EndedLogins = { sessions: number; tokens: number; begun: number; links: number; devices: number };

/**
 * Ends everything that opens an account without its password. For a restored backup, whose sessions and links
 * may have ended since.
 */
export async function endAllLogins(writer: Writer): Promise<EndedLogins> {
  const ended: Record<EndedBy<'restore'>, number> = {
    sessions: 0,
    access_tokens: 0,
    pending_logins: 0,
    factor_challenges: 0,
    one_time_tokens: 0,
    email_confirmations: 0,
    known_devices: 0,
  };
  for (const table of Object.keys(ended) as (keyof typeof ended)[]) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}`.execute(writer);
    ended[table] = Number(numAffectedRows);
  }
  return {
    sessions: ended.sessions,
    tokens: ended.access_tokens,
    begun: ended.pending_logins,
    links: ended.one_time_tokens + ended.email_confirmations,
    devices: ended.known_devices,
  };
}

/** The office's bulk action; the holder gets a mail where a calendar link has ended. */
export async function signOutEverywhere(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  { account, actorId, now }: { account: { id: number; email: string }; actorId: number; now: number },
): Promise<void> {
  const hadCalendar = await endAccess(writer, 'logOut', { accountId: account.id, email: account.email, now });
  await recordAuditEvent(writer, {
    at: now,
    actorId,
    act: 'end-sessions',
    subject: account.email,
    aboutId: account.id,
    ...(hadCalendar && { after: { calendar: 'ended' } }),
  });
  if (!hadCalendar) return;
  const subject = 'You have been logged out on all devices';
  const lead = `The office has logged out all devices of your account.${calendarEnded}`;
  await notifyHolder(writer, context, account.id, { subject, lead, now, by: 'office' });
}
