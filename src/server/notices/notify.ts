import { noticeKinds, type NoticeKind } from '#contract/notices/notice-kinds';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';
import { withdrawMails } from '../platform/mail/enqueue-mail.ts';

export type Notification = {
  kind: NoticeKind;
  /** Names the event within its kind: each reader is told of it once, however often this is called. */
  event: string;
  /** The readers' accounts, in any order; one that stands there twice is told once. */
  accounts: readonly number[];
  /**
   * The thing whose opening reads it: `task:<task>`, `question:<id>`, `reports:<post>`, `announcement:<id>`, `project`, `desk:<receipt number>`.
   */
  about: string;
  /**
   * One plain sentence for these readers, without the full stop: it stands on lists and in mail, so that it says nothing that
   * they may not know, and neither marks nor what staff wrote.
   */
  text: string;
  /** The path of the screen that shows the thing. */
  href: string;
  /** In milliseconds since 1970 UTC, as `dueAt`. */
  now: number;
  /** It is not mailed before; the list has it at once. For kinds with a mail of their own; by default now. */
  dueAt?: number;
};

/** The event of the mail that tells a reader of an event: the outbox has each only once, for ever. */
export const mailEventOf = (notice: { kind: string; event: string; accountId: number }): string =>
  `notice:${notice.kind}:${notice.event}:${notice.accountId}`;

/**
 * Tells readers what has happened, within the change itself: on their list at once, by mail when it is due and wanted. The
 * count of what is unread stands in the accounts' rows, which this locks: it comes last in a transaction.
 */
export async function notify(
  writer: Writer,
  { kind, event, accounts, about, text, href, now, dueAt = now }: Notification,
): Promise<void> {
  const isDaily = noticeKinds[kind].when === 'daily';
  // In one order everywhere, so that two changes for the same readers do not deadlock.
  const readers = [...new Set(accounts)].toSorted((a, b) => a - b);
  for (let from = 0; from < readers.length; from += rowsAtOnce) {
    const rows = readers.slice(from, from + rowsAtOnce).map((account_id) => ({
      account_id,
      kind,
      event,
      about,
      text,
      href,
      created_at: now,
      read_at: null,
      mail_due_at: isDaily ? null : dueAt,
      is_daily: isDaily ? (1 as const) : (0 as const),
    }));
    await writer
      .insertInto('notices')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['kind', 'event', 'account_id']).doNothing())
      .execute();
  }
  if (!isDaily && dueAt <= now && readers.length > 0) announce(writer, 'notices');
}

/** Says an event in other words to whoever was told of it: a count that has grown. Nobody is told anew. */
export async function retell(
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

/** An event, or all of a kind that is about a thing for some readers. */
type Withdrawal = { kind: NoticeKind; now: number } & (
  | { event: string; accounts?: readonly number[] }
  | { about: string; accounts: readonly number[] }
);

/**
 * Takes an event back, within the change itself: nobody finds it on a list any more, and what has not been mailed yet is not
 * mailed at all.
 * @returns `mailed`: to how many readers a mail has gone already; 0 means that it was taken back in time
 */
export async function withdraw(writer: Writer, withdrawal: Withdrawal): Promise<{ mailed: number }> {
  const { kind, accounts, now } = withdrawal;
  const removed = await writer
    .deleteFrom('notices')
    .where('kind', '=', kind)
    .$if('event' in withdrawal, (query) => query.where('event', '=', (withdrawal as { event: string }).event))
    .$if('about' in withdrawal, (query) => query.where('about', '=', (withdrawal as { about: string }).about))
    .$if(accounts !== undefined, (query) => query.where('account_id', 'in', [...(accounts ?? [])]))
    .returning(['kind', 'event', 'account_id as accountId', 'is_daily as isDaily'])
    .execute();
  const ownMails = removed.filter(({ isDaily }) => isDaily === 0).map(mailEventOf);
  return { mailed: await withdrawMails(writer, ownMails, now) };
}
