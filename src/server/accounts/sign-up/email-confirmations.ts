import { dayMs } from '#contract/durations';
import type { LinkWorth } from '#contract/page-rendering';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import type { AppContext } from '../../platform/context.ts';
import { mailsOfEvents } from '../../platform/mail/erase-mails.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { composeWorded } from '../../platform/mail/worded-mail.ts';
import { enqueueSecretMail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { hashToken, makeToken } from '../random-token.ts';

const lifeMs = 7 * dayMs;

type Composed = { subject: string; text: string; html: string };

/** Begins the events of an account's mails with links, also to addresses that it never had. */
export const linkEvents = (accountId: number) => `confirm:${accountId}:`;
const linkEventsOfAll = 'confirm:%:%';

/** Repeats nothing that was typed, since the address may be a stranger's. Earlier links stay valid: mails may cross. */
async function mailLink(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  { id, email }: { id: number; email: string },
  compose: (settings: AppContext['settings'], email: string, link: string) => Composed,
  now: number,
): Promise<void> {
  const token = makeToken();
  const token_hash = hashToken(token);
  await writer
    .insertInto('email_confirmations')
    .values({
      token_hash,
      account_id: id,
      email,
      created_at: now,
      expires_at: now + lifeMs,
      used_at: null,
    })
    .execute();
  const mail = compose(settings, email, confirmationLink(settings, token));
  await enqueueSecretMail(writer, secrets, { ...mail, event: linkEvents(id) + token_hash, to: email }, now);
}

type LinkSettings = Parameters<typeof portalLink>[0];

export const confirmationLink = (settings: LinkSettings, token: string): string =>
  portalLink(settings, `/confirm-email?token=${token}`);

const linkNote = 'The link below works once, within seven days.';

export const composeConfirmation = (
  settings: Pick<AppContext['settings'], 'academyName' | 'mailWords'>,
  email: string,
  link: string,
): Composed =>
  composeWorded(
    settings,
    'confirmation',
    {},
    {
      note: linkNote,
      details: [['Account', email]],
      links: [{ label: 'Confirm this email', href: link }],
      closing: 'If it was not you, do not open the link.',
    },
  );

export function mailConfirmation(
  writer: Writer,
  context: Pick<AppContext, 'settings' | 'secrets'>,
  account: { id: number; email: string },
  now: number,
): Promise<void> {
  return mailLink(writer, context, account, composeConfirmation, now);
}

const composeNewAddress = (settings: AppContext['settings'], email: string, link: string): Composed => ({
  subject: 'Confirm your new email for the student portal',
  ...composeMail(settings, {
    greeting: 'Hello,',
    lead: `Someone asked to use this email for an account at the ${settings.academyName} student portal. ${linkNote}`,
    details: [['New email', email]],
    links: [{ label: 'Use this email', href: link }],
    closing: 'If it was not you, do not open the link. Nothing will change.',
  }),
});

export function mailNewAddress(
  writer: Writer,
  context: Pick<AppContext, 'settings' | 'secrets'>,
  account: { id: number; email: string },
  now: number,
): Promise<void> {
  return mailLink(writer, context, account, composeNewAddress, now);
}

export async function endConfirmations(
  writer: Writer,
  accountId: number,
  { but }: { but: string },
): Promise<void> {
  await writer
    .deleteFrom('email_confirmations')
    .where('account_id', '=', accountId)
    .where('email', '<>', but)
    .execute();
}

/** Addresses that an account has asked for. */
export async function requestedAddressesOf(database: Reader, accountId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('email_confirmations')
    .where('account_id', '=', accountId)
    .select('email')
    .distinct()
    .execute();
  return rows.map(({ email }) => email);
}

/**
 * Of mails by version 1.0.0, whose events name no account: those of ended links to addresses that nobody has.
 * @returns ids
 */
export async function unownedLinkMails(database: Reader): Promise<number[]> {
  const unowned: number[] = [];
  const mails = await mailsOfEvents(database, 'confirm:', linkEventsOfAll);
  for (let from = 0; from < mails.length; from += rowsAtOnce) {
    const part = mails.slice(from, from + rowsAtOnce);
    const hashes = part.map(({ event }) => event.slice('confirm:'.length));
    const emails = part.map(({ recipient }) => recipient);
    const [links, accounts, former] = await Promise.all([
      database
        .selectFrom('email_confirmations')
        .where('token_hash', 'in', hashes)
        .select('token_hash as key')
        .execute(),
      database.selectFrom('accounts').where('email', 'in', emails).select('email as key').execute(),
      database.selectFrom('former_emails').where('email', 'in', emails).select('email as key').execute(),
    ]);
    const known = new Set([...links, ...accounts, ...former].map(({ key }) => key));
    unowned.push(
      ...part
        .filter(({ recipient }, at) => !known.has(recipient) && !known.has(hashes[at] ?? ''))
        .map(({ id }) => id),
    );
  }
  return unowned;
}

async function findConfirmation(reader: Reader, token: string) {
  return reader
    .selectFrom('email_confirmations')
    .innerJoin('accounts', 'accounts.id', 'email_confirmations.account_id')
    .where('token_hash', '=', hashToken(token))
    .select([
      'email_confirmations.account_id as accountId',
      'email_confirmations.email',
      'expires_at',
      'used_at',
    ])
    .select(['accounts.email as accountEmail', 'accounts.confirmed_at as confirmedAt'])
    .executeTakeFirst();
}

type Confirmation = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>;

const isDone = ({ email, accountEmail, confirmedAt }: Confirmation) =>
  email === accountEmail && confirmedAt !== null;

/** `done` also for an unused link whose address is confirmed already. */
export async function confirmationWorth(reader: Reader, token: string, now: number): Promise<LinkWorth> {
  const found = await findConfirmation(reader, token);
  if (found === undefined) return 'dead';
  if (isDone(found)) return 'done';
  return found.used_at === null && found.expires_at > now ? 'good' : 'dead';
}

/**
 * Uses a link.
 * @returns null where the address is confirmed already; undefined for an invalid token
 */
export async function useConfirmation(
  writer: Writer,
  token: string,
  now: number,
): Promise<{ accountId: number; email: string } | null | undefined> {
  const found = await findConfirmation(writer, token);
  if (found === undefined) return undefined;
  if (isDone(found)) return null;
  const used = await writer
    .updateTable('email_confirmations')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['account_id as accountId', 'email'])
    .executeTakeFirst();
  if (used !== undefined) return used;
  // A concurrent second click finds it done.
  const again = await findConfirmation(writer, token);
  return again !== undefined && isDone(again) ? null : undefined;
}

/**
 * Confirms an account's address and applies what was imported for it; does nothing for a confirmed one.
 * `app.ts` provides it, since later rooms take part.
 */
export type ConfirmHolder = (writer: Writer, accountId: number, now: number) => Promise<void>;
