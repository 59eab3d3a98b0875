import { sql, type Insertable } from 'kysely';
import { noticeKinds, type NoticeKind } from '#contract/notices/notice-kinds';
import type { Appointment } from '../platform/calendar.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { Tables } from '../platform/database/schema.ts';
import { withdrawMails } from '../platform/mail/enqueue-mail.ts';
import { nothingPending, pendingMail } from './first-kinds.ts';
import { mailEventOf, withdrawPendingMails } from './mails/once-a-day.ts';

export type Notification = {
  kind: NoticeKind;
  /** Identifies the event within its kind; each reader gets it once. */
  event: string;
  /** In any order; duplicates are ignored. */
  accounts: readonly number[];
  /**
   * Opening it marks the notice as read: `task:<task>`, `question:<id>`, `reports:<post>`,
   * `announcement:<id>`, `project`, `desk:<receipt number>`, `extension:<request>`,
   * `private:<private question>`, `plan:<planned announcement>`, `record:<mark without a file>`, `certificate-name`,
   * `certificate`, `result`, `viva-time`, `viva-panel`, `data-removal`, `retention`, `message`.
   */
  about: string;
  /**
   * One sentence without a full stop, for lists and mail: no marks, no words of staff, nothing the readers
   * may not know.
   */
  text: string;
  /** The path of its screen. */
  href: string;
  /** In milliseconds since 1970 UTC, as `dueAt`. */
  now: number;
  /** Earliest time of its own mail; the list has it at once. */
  dueAt?: number;
  /** In the day's one mail; by default as its kind says. */
  isDaily?: boolean;
  /** False where its caller sends a mail that nobody can turn off. */
  isMailed?: boolean;
};

/** Of one reader, where each has words of their own. */
export type OwnNotice = Pick<Notification, 'event' | 'text' | 'isDaily'> & {
  accountId: number;
  /** For the reader's calendar. */
  appointment?: Appointment;
};

type Row = Insertable<Tables['notices']>;

/** In a fixed order, so that two changes cannot deadlock. */
async function insertNotices(writer: Writer, rows: readonly Row[]): Promise<void> {
  for (const some of partsOf(rows.toSorted((a, b) => a.account_id - b.account_id)))
    await writer
      .insertInto('notices')
      .values(some)
      .onConflict((conflict) => conflict.columns(['kind', 'event', 'account_id']).doNothing())
      .execute();
}

/**
 * Notifies readers, in the transaction of the change: on their list at once, by mail when due. Locks the
 * accounts' rows (unread counts), so call it last.
 */
export async function notify(
  writer: Writer,
  { kind, event, accounts, about, text, href, now, dueAt = now, ...more }: Notification,
): Promise<void> {
  const { isDaily = noticeKinds[kind].when === 'daily', isMailed = true } = more;
  const pending = isMailed ? pendingMail(kind, isDaily ? null : dueAt) : nothingPending;
  const readers = [...new Set(accounts)];
  await insertNotices(
    writer,
    readers.map((account_id) => ({
      account_id,
      kind,
      event,
      about,
      text,
      href,
      created_at: now,
      read_at: null,
      ...pending,
    })),
  );
  if (isMailed && !isDaily && dueAt <= now && readers.length > 0) announce(writer, 'notices');
}

/**
 * As `notify`, for a state of which only the last counts: a mail that is not sent yet is replaced.
 * `now` in milliseconds since 1970 UTC.
 */
export async function notifyOfState(
  writer: Writer,
  { kind, about, href, now }: Pick<Notification, 'kind' | 'about' | 'href' | 'now'>,
  notices: readonly OwnNotice[],
): Promise<void> {
  const readers = notices.map(({ accountId }) => accountId);
  await withdrawPendingMails(writer, { kind, readers, now });
  const ofKind = noticeKinds[kind].when === 'daily';
  await insertNotices(
    writer,
    notices.map(({ accountId, event, text, isDaily = ofKind, appointment }) => ({
      account_id: accountId,
      kind,
      event,
      about,
      text,
      href,
      created_at: now,
      read_at: null,
      appointment: appointment === undefined ? null : JSON.stringify(appointment),
      ...pendingMail(kind, isDaily ? null : now),
    })),
  );
  if (notices.some(({ isDaily = ofKind }) => !isDaily)) announce(writer, 'notices');
}

/** Updates the text of an event, such as a higher count, without notifying again. */
export async function updateNoticeText(
  writer: Writer,
  { kind, event, text }: Pick<Notification, 'kind' | 'event' | 'text'>,
): Promise<void> {
  await writer
    .updateTable('notices')
    .set({ text })
    .where('kind', '=', kind)
    .where('event', '=', event)
    .execute();
}

/** Accounts with notices of the events that are all read or mailed: new words would go unnoticed there. */
export async function readersOf(
  writer: Writer,
  { kind, events }: { kind: NoticeKind; events: readonly string[] },
): Promise<number[]> {
  const rows = await writer
    .selectFrom('notices')
    .where('kind', '=', kind)
    .where('event', 'in', events)
    .groupBy('account_id')
    .having(
      sql<number>`max(case when read_at is null and coalesce(mail_due_at, later_mail_due_at) is not null then 1 else 0 end)`,
      '=',
      0,
    )
    .select('account_id as accountId')
    .execute();
  return rows.map(({ accountId }) => accountId);
}

type Withdrawal = { kind: NoticeKind; now: number } & (
  | { event: string; accounts?: readonly number[] }
  | { about: string; accounts: readonly number[] }
);

/** Withdraws an event, in the transaction of the change: it leaves all lists, and unsent mails are cancelled. */
export async function withdraw(writer: Writer, withdrawal: Withdrawal): Promise<void> {
  const { kind, accounts, now } = withdrawal;
  const removed = await writer
    .deleteFrom('notices')
    .where('kind', '=', kind)
    .$if('event' in withdrawal, (query) => query.where('event', '=', (withdrawal as { event: string }).event))
    .$if('about' in withdrawal, (query) => query.where('about', '=', (withdrawal as { about: string }).about))
    .$if(accounts !== undefined, (query) => query.where('account_id', 'in', [...(accounts ?? [])]))
    .returning(['kind', 'event', 'account_id as accountId'])
    .execute();
  if (noticeKinds[kind].when === 'at-once') await withdrawMails(writer, removed.map(mailEventOf), now);
}
