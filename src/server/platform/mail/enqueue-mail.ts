import { announce } from '../database/announce.ts';
import type { Writer, Reader } from '../database/database.ts';
import { CannotOpen, type Secrets } from '../settings/sealing.ts';
import { partsOf } from '../database/rows-at-once.ts';
import { sql } from 'kysely';
import { dayMs } from '#contract/durations';

export type Mail = {
  /** Such as `receipt:CAP-…`; mailed once. */
  event: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One-click unsubscribe; null for mail always sent. */
  turnOffUrl?: string | null;
  /** For the reader's calendar. */
  calendar?: string | null;
};

export const withdrawnNote = 'Taken back before it was sent';

type Row = Pick<Mail, 'text' | 'html'> & { is_secret: 0 | 1; sealed: string | null };

async function enqueue(
  writer: Writer,
  { event, to, subject, turnOffUrl = null, calendar = null }: Mail,
  row: Row,
  now: number,
): Promise<void> {
  const mail = {
    subject,
    ...row,
    recipient: to,
    created_at: now,
    due_at: now,
    turn_off_url: turnOffUrl,
    calendar,
  };
  await writer
    .insertInto('outbox')
    .values({ event, ...mail })
    .onConflict((conflict) =>
      conflict
        .column('event')
        // What is restored is mailed after all.
        .doUpdateSet({ ...mail, refused_at: null, last_error: null })
        .where('outbox.last_error', '=', withdrawnNote),
    )
    .execute();
  announce(writer, 'mail');
}

/** Transactional outbox: call it in the change's transaction. @param now in milliseconds since 1970 UTC */
export async function enqueueMail(writer: Writer, mail: Mail, now: number): Promise<void> {
  await enqueue(writer, mail, { text: mail.text, html: mail.html, is_secret: 0, sealed: null }, now);
}

export async function isEnqueued(writer: Writer, event: string): Promise<boolean> {
  const mail = writer.selectFrom('outbox').where('event', '=', event).select('id');
  return (await mail.executeTakeFirst()) !== undefined;
}

/** Where the mail cannot be decrypted, also by earlier versions. */
const unreadable = 'The link in this email cannot be read. Request a new one.';

/** Holds a credential: encrypted, and erased once sent. */
export async function enqueueSecretMail(
  writer: Writer,
  { mail: sealing }: Secrets,
  mail: Mail,
  now: number,
): Promise<void> {
  const { text, html } = mail;
  if (sealing === null) return enqueue(writer, mail, { text, html, is_secret: 1, sealed: null }, now);
  const sealed = sealing.seal(JSON.stringify({ text, html }), purposeOf(mail));
  const notice = { text: `${unreadable}\n`, html: `<p>${unreadable}</p>` };
  await enqueue(writer, mail, { ...notice, is_secret: 1, sealed }, now);
}

const purposeOf = ({ event }: Pick<Mail, 'event'>): string => `mail:${event}`;

type Words = Pick<Mail, 'text' | 'html'>;

/** @throws CannotOpen */
export function openMail(
  { mail: sealing }: Secrets,
  row: Words & { event: string; sealed: string | null },
): Words {
  if (row.sealed === null) return { text: row.text, html: row.html };
  if (sealing === null) throw new CannotOpen('It is encrypted, and there is no key');
  return JSON.parse(sealing.open(row.sealed, purposeOf(row))) as Words;
}

/**
 * In the undoing transaction. Does not stop one on its way. @param now in milliseconds since 1970 UTC
 * @returns the events whose mail is withdrawn
 */
export async function withdrawMails(
  writer: Writer,
  events: readonly string[],
  now: number,
): Promise<string[]> {
  const withdrawn: string[] = [];
  for (const some of partsOf(events)) {
    const rows = await writer
      .updateTable('outbox')
      .set({ refused_at: now, last_error: withdrawnNote, text: '', html: '', calendar: null })
      .where('event', 'in', some)
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      .returning('event')
      .execute();
    withdrawn.push(...rows.map(({ event }) => event));
  }
  return withdrawn;
}

/** A signup must not flood another person's mailbox. */
export async function mayMailToday(
  database: Reader | Writer,
  { to, mailsADay, now }: { to: string; mailsADay: number; now: number },
): Promise<boolean> {
  const { count } = await database
    .selectFrom((from) =>
      from
        .selectFrom('outbox')
        .where('recipient', '=', to)
        .where('created_at', '>', now - dayMs)
        .limit(mailsADay)
        .select('id')
        .as('today'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count < mailsADay;
}
