import { dayMs } from '#contract/durations';
import type { LinkWorth } from '#contract/page-rendering';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { enqueueSecretMail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { hashToken, makeToken } from '../random-token.ts';

const lifeMs = 7 * dayMs;

/** Earlier links stay valid: mails may cross. */
async function addConfirmation(
  writer: Writer,
  { accountId, email }: { accountId: number; email: string },
  now: number,
): Promise<string> {
  const token = makeToken();
  await writer
    .insertInto('email_confirmations')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      email,
      created_at: now,
      expires_at: now + lifeMs,
      used_at: null,
    })
    .execute();
  return token;
}

/** Repeats nothing that was typed: the address may be a stranger's. */
export async function mailConfirmation(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  account: { id: number; email: string },
  now: number,
): Promise<void> {
  const token = await addConfirmation(writer, { accountId: account.id, email: account.email }, now);
  const mail = composeMail({
    greeting: 'Hello,',
    lead: `Someone signed up at the ${settings.academyName} student portal with this email. If it was you, please confirm it. The link below works once, within seven days.`,
    details: [['Account', account.email]],
    links: [{ label: 'Confirm this email', href: portalLink(settings, `/confirm-email?token=${token}`) }],
    closing: `If it was not you, do not open the link. ${settings.academyName} student portal.`,
  });
  const event = `confirm:${hashToken(token)}`;
  const subject = 'Confirm your email for the student portal';
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: account.email, subject }, now);
}

export async function mailNewAddress(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  account: { id: number; email: string },
  now: number,
): Promise<void> {
  const token = await addConfirmation(writer, { accountId: account.id, email: account.email }, now);
  const mail = composeMail({
    greeting: 'Hello,',
    lead: `Someone asked to use this email for an account at the ${settings.academyName} student portal. The link below works once, within seven days.`,
    details: [['New email', account.email]],
    links: [{ label: 'Use this email', href: portalLink(settings, `/confirm-email?token=${token}`) }],
    closing: `If it was not you, do not open the link. Nothing will change. ${settings.academyName} student portal.`,
  });
  const event = `confirm:${hashToken(token)}`;
  const subject = 'Confirm your new email for the student portal';
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: account.email, subject }, now);
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

function isDone({
  email,
  accountEmail,
  confirmedAt,
}: {
  email: string;
  accountEmail: string;
  confirmedAt: number | null;
}) {
  return email === accountEmail && confirmedAt !== null;
}

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
