import { dayMs } from '#contract/durations';
import type { NoticeKind } from '#contract/notices/notice-kinds';
import { subscribersAmong } from '../../accounts/own-account/calendar-links.ts';
import type { Appointment } from '../../platform/calendar.ts';
import { writeInvitation } from '../../platform/calendar.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { withdrawMails } from '../../platform/mail/enqueue-mail.ts';
import { senderAddress } from '../../platform/mail/smtp-sender.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { nothingPending } from '../first-kinds.ts';

/* Kinds of which only the last state counts: one mail a reader and day, by the academy's clock. */

const kinds: readonly NoticeKind[] = ['viva-time', 'viva-panel', 'viva-delay'];

export const isOnceADay = (kind: NoticeKind): boolean => kinds.includes(kind);

export const onceADayOf = (notices: readonly { id: number; kind: NoticeKind }[]): number[] =>
  notices.filter(({ kind }) => isOnceADay(kind)).map(({ id }) => id);

/** The outbox accepts each event once. */
export const mailEventOf = (notice: { kind: string; event: string; accountId: number }): string =>
  `notice:${notice.kind}:${notice.event}:${notice.accountId}`;

/** Who has had such a mail since the day began. */
export async function mailedSince(
  reader: Reader | Writer,
  accounts: readonly number[],
  since: number,
): Promise<Set<number>> {
  if (accounts.length === 0) return new Set();
  const rows = await reader
    .selectFrom('notices')
    .where('account_id', 'in', [...accounts])
    .where('kind', 'in', kinds)
    .where('mailed_at', '>=', since)
    .select('account_id as accountId')
    .execute();
  return new Set(rows.map(({ accountId }) => accountId));
}

/** They come with the next day's mail. */
export async function leaveToDailyMail(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await writer
    .updateTable('notices')
    .set({ later_mail_due_at: null, is_later_daily: 1 })
    .where('id', 'in', [...ids])
    .execute();
}

/** What is not sent yet is not sent: the next notice says how things are. */
export async function withdrawPendingMails(
  writer: Writer,
  { kind, readers, now }: { kind: NoticeKind; readers: readonly number[]; now: number },
): Promise<void> {
  for (const some of partsOf(readers.toSorted((a, b) => a - b))) {
    const ofThem = () =>
      writer.updateTable('notices').where('kind', '=', kind).where('account_id', 'in', some);
    await ofThem()
      .set(nothingPending)
      .where((of) => of.or([of('later_mail_due_at', 'is not', null), of('is_later_daily', '=', 1)]))
      .execute();
    const mailed = await writer
      .selectFrom('notices')
      .where('kind', '=', kind)
      .where('account_id', 'in', some)
      .where('mailed_at', '>', now - dayMs)
      .select(['kind', 'event', 'account_id as accountId'])
      .execute();
    const unsent = new Set(await withdrawMails(writer, mailed.map(mailEventOf), now));
    const events = mailed.filter((one) => unsent.has(mailEventOf(one))).map(({ event }) => event);
    if (events.length > 0) await ofThem().set({ mailed_at: null }).where('event', 'in', events).execute();
  }
}

export async function noteMailed(writer: Writer, ids: readonly number[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await writer
    .updateTable('notices')
    .set({ mailed_at: now })
    .where('id', 'in', [...ids])
    .execute();
}

type Dated = { id: number; accountId: number; appointment: string | null; text: string; href: string };
type MailSettings = Pick<Settings, 'academyName' | 'publicUrl' | 'host' | 'port' | 'mailFrom'>;

/**
 * The calendar parts of these mails, by notice. A reader's own calendar address has the event already, so their mail
 * is plain; but an event that an earlier mail has brought is changed by mail.
 */
export async function invitationsFor(
  writer: Writer,
  notices: readonly Dated[],
  { settings, emails, now }: { settings: MailSettings; emails: ReadonlyMap<number, string>; now: number },
): Promise<Map<number, string>> {
  const dated = notices.filter(({ appointment }) => appointment !== null);
  const parts = new Map<number, string>();
  if (dated.length === 0) return parts;
  const accounts = dated.map(({ accountId }) => accountId);
  const subscribed = await subscribersAmong(writer, accounts);
  const invited = subscribed.size === 0 ? subscribed : await invitedBefore(writer, [...subscribed]);
  for (const { id, accountId, appointment, text, href } of dated) {
    const reader = emails.get(accountId);
    if (reader === undefined || (subscribed.has(accountId) && !invited.has(accountId))) continue;
    const event = JSON.parse(appointment as string) as Appointment;
    const organizer = senderAddress(settings);
    const part = { ...event, href, words: text, accountId, changedAt: now, organizer, reader };
    parts.set(id, writeInvitation(part, settings));
  }
  const plain = dated.filter(({ id }) => !parts.has(id)).map(({ id }) => id);
  if (plain.length > 0)
    await writer.updateTable('notices').set({ appointment: null }).where('id', 'in', plain).execute();
  return parts;
}

async function invitedBefore(writer: Writer, accounts: readonly number[]): Promise<Set<number>> {
  const rows = await writer
    .selectFrom('notices')
    .where('account_id', 'in', [...accounts])
    .where('kind', 'in', kinds)
    .where('mailed_at', 'is not', null)
    .where('appointment', 'is not', null)
    .select('account_id as accountId')
    .execute();
  return new Set(rows.map(({ accountId }) => accountId));
}
