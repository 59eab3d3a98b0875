import {
  noticeKinds,
  noticeMails,
  type NoticeKind,
  type NoticeMail,
  noticeMailNames,
} from '#contract/notices/notice-kinds';
import { tasks } from '#contract/dates';
import { taskLabel } from '#contract/task-label';
import { greetedName, greetingOf } from '../../accounts/own-account/notify-holder.ts';
import type { MailRecipient } from '../../accounts/queries.ts';
import { composeMail, type FixedContent } from '../../platform/mail/mail-html.ts';
import { composeWorded } from '../../platform/mail/worded-mail.ts';
import type { Mail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { messageParts } from '../message-text.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { parseId } from '../../platform/parse-id.ts';

type MailLink = { accountId: number; mails: readonly NoticeMail[] };

const separator = '~';

const signatureOf = (secret: string, accountId: number, mails: string): Buffer =>
  createHmac('sha256', secret).update(`turn off ${accountId} ${mails}`).digest();

type SignMailLink = (link: MailLink) => string;

/** Creates missing keys of the accounts, in this transaction. */
export async function mailLinkSigner(writer: Writer, accounts: readonly number[]): Promise<SignMailLink> {
  const readers = [...new Set(accounts)].toSorted((a, b) => a - b);
  const secrets = new Map<number, string>();
  for (let from = 0; from < readers.length; from += rowsAtOnce) {
    const part = readers.slice(from, from + rowsAtOnce);
    const known = () =>
      writer
        .selectFrom('mail_link_keys')
        .where('account_id', 'in', part)
        .select(['account_id as accountId', 'secret'])
        .execute();
    let rows = await known();
    if (rows.length < part.length) {
      const has = new Set(rows.map(({ accountId }) => accountId));
      const values = part
        .filter((id) => !has.has(id))
        .map((account_id) => ({ account_id, secret: randomBytes(32).toString('base64url') }));
      // Of two processes, the first one's key wins.
      await writer
        .insertInto('mail_link_keys')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      rows = await known();
    }
    for (const { accountId, secret } of rows) secrets.set(accountId, secret);
  }
  return ({ accountId, mails }) => {
    const names = mails.join(separator);
    const signature = signatureOf(secrets.get(accountId) as string, accountId, names).toString('base64url');
    return `${accountId}.${names}.${signature}`;
  };
}

/** Null for an invalid signature. */
export async function openMailLink(reader: Reader, token: string): Promise<MailLink | null> {
  const [id = '', names = '', signature = ''] = token.split('.');
  const accountId = parseId(id);
  const mails = names
    .split(separator)
    .flatMap((name) => noticeMailNames.find((known) => known === name) ?? []);
  if (accountId === null || mails.length === 0) return null;
  const key = await reader
    .selectFrom('mail_link_keys')
    .where('account_id', '=', accountId)
    .select('secret')
    .executeTakeFirst();
  if (key === undefined) return null;
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(key.secret, accountId, names)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? { accountId, mails } : null;
}

export type DailyItem = { mail: NoticeMail; text: string; href: string };

/** In the order that links and closings name them. */
export const dailyMailsOf = (items: readonly DailyItem[]): NoticeMail[] =>
  [...new Set(items.map(({ mail }) => mail))].toSorted();

type MailSettings = Pick<Settings, 'academyName' | 'publicUrl' | 'host' | 'port' | 'mailWords'>;

export function turnOffAddress(settings: MailSettings, sign: SignMailLink, link: MailLink): string {
  return portalLink(settings, `/unsubscribe?token=${encodeURIComponent(sign(link))}`);
}

export function closingOf(mails: readonly NoticeMail[]): string {
  const kinds = mails.map((mail) => `“${noticeMails[mail].label}”`).join(', ');
  return `You get this email because of your notification settings: ${kinds}.`;
}

type MailedNotice = { kind: NoticeKind; event: string; text: string; href: string; quote: string | null };

/** Mails of their own that the office can word. */
function composeWordedNotice(
  settings: MailSettings,
  reader: MailRecipient,
  { kind, event }: MailedNotice,
  news: string,
  fixed: FixedContent,
) {
  const values = { name: greetedName(reader), batch: reader.batch ?? '', news };
  switch (kind) {
    case 'mark-released': {
      const task = tasks.find((one) => event.startsWith(`${one}:`));
      return composeWorded(
        settings,
        'mark',
        { ...values, task: task === undefined ? '' : taskLabel(task) },
        fixed,
      );
    }
    case 'answer':
    case 'announcement':
      return composeWorded(settings, kind, values, fixed);
    default:
      return null;
  }
}

/** @param notice.quote another person's own words */
export function composeNotice(
  settings: MailSettings,
  reader: MailRecipient,
  notice: MailedNotice,
  turnOffUrl: string,
): Omit<Mail, 'event'> {
  const { kind, text, href, quote } = notice;
  const { mail, heading } = noticeKinds[kind];
  const message = kind === 'message' ? messageParts(text) : null;
  // The quote repeats the text of an announcement.
  const news =
    message?.lead ??
    (quote === null ? `${text}.` : text.replace(/ (announces|edited an announcement): .*$/s, ' $1:'));
  const fixed = {
    quote: message?.quote ?? quote,
    details: [],
    links: [{ label: 'Open in the portal', href: portalLink(settings, href) }],
    closing: closingOf([mail]),
    unsubscribe: { label: 'Unsubscribe from this kind of email', href: turnOffUrl },
  };
  const content = composeWordedNotice(settings, reader, notice, news, fixed) ?? {
    subject: heading,
    ...composeMail(settings, { greeting: greetingOf(reader), lead: news, ...fixed }),
  };
  return { ...content, to: reader.email, turnOffUrl };
}
