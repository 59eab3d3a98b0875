import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { composeMail } from '../platform/mail/mail-html.ts';
import { enqueueMail } from '../platform/mail/enqueue-mail.ts';
import { greetingOf, notifyHolder } from './own-account/notify-holder.ts';
import { holderOf } from './own-account/own-account-queries.ts';
import { endAccess } from './sessions/end-logins.ts';
import { limits } from '#contract/limits';
import { accountById, requireAccount } from './queries.ts';

/** `actorId` is null for the operator's command. */
type Change = { account: { id: number; email: string }; actorId: number | null; now: number };

/**
 * Whether an administrator who can log in remains. Locks all of them, so that two cannot suspend each other.
 * @param butId an account that does not count
 */
export async function isAdministratorLeft(writer: Writer, butId = 0): Promise<boolean> {
  const locked = await writer
    .updateTable('accounts')
    .set((row) => ({ seen_at: row.ref('seen_at') }))
    .where('role', '=', 'administrator')
    .returning(['id', 'suspended_at', 'password_hash'])
    .execute();
  const identities = await writer
    .selectFrom('external_identities')
    .where('account_id', 'in', [0, ...locked.map(({ id }) => id)])
    .select('account_id')
    .execute();
  return locked.some(
    ({ id, suspended_at, password_hash }) =>
      id !== butId &&
      suspended_at === null &&
      (password_hash !== null || identities.some(({ account_id }) => account_id === id)),
  );
}

/**
 * Suspends an account: ends sessions, pending logins and mailed links, and stops mail after a last one.
 * Submissions, marks and posts stay.
 * @throws 409 for one's own account, a suspended one, and the last administrator's
 */
export async function suspendAccount(
  writer: Writer,
  { settings }: Pick<AppContext, 'settings'>,
  { account, actorId, reason, now }: Change & { reason: string },
): Promise<void> {
  if (account.id === actorId) throw httpErrors.conflict('You cannot suspend your own account.');
  const holder = await holderOf(writer, account.id);
  // First, so that a concurrent login waits and is refused.
  const suspended = await writer
    .updateTable('accounts')
    .set({ suspended_at: now, suspension_reason: reason })
    .where('id', '=', account.id)
    .where('suspended_at', 'is', null)
    .returning('role')
    .executeTakeFirst();
  if (suspended === undefined) throw httpErrors.conflict(`${account.email} is already suspended.`);
  if (suspended.role === 'administrator' && !(await isAdministratorLeft(writer)))
    throw httpErrors.conflict(
      `${account.email} is the last administrator who can log in. Add another administrator first.`,
    );
  await endAccess(writer, 'suspension', { accountId: account.id, email: holder.email, now });
  const act = { at: now, actorId, act: 'suspend-account', subject: account.email } as const;
  const [before, after] = [{ suspended: false }, { suspended: true, reason }];
  await recordAuditEvent(writer, { ...act, aboutId: account.id, before, after });
  if (holder.confirmedAt === null) return;
  const mail = composeMail(settings, {
    greeting: greetingOf(holder),
    lead: 'The office has suspended your account. You cannot log in, and we send you no email, until the office reactivates your account. Your submissions are kept.',
    details: [['Account', holder.email]],
    links: [],
    closing: 'Questions? Contact the office.',
  });
  const subject = 'Your account has been suspended';
  await enqueueMail(
    writer,
    { ...mail, event: `suspended:${account.id}:${now}`, to: holder.email, subject },
    now,
  );
}

/** @throws 409 for an account that is not suspended */
export async function restoreAccount(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  { account, actorId, now }: Change,
): Promise<void> {
  const { suspension_reason: reason } = await accountById(writer, account.id);
  const back = await writer
    .updateTable('accounts')
    .set({ suspended_at: null, suspension_reason: null })
    .where('id', '=', account.id)
    .where('suspended_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  if (back === undefined) throw httpErrors.conflict(`${account.email} is not suspended.`);
  const act = { at: now, actorId, act: 'bring-back-account', subject: account.email } as const;
  await recordAuditEvent(writer, {
    ...act,
    aboutId: account.id,
    before: { suspended: true, reason },
    after: { suspended: false },
  });
  const subject = 'Your account is active again';
  const lead = 'The office has reactivated your account. You can log in again.';
  await notifyHolder(writer, context, account.id, { subject, lead, now, by: 'office' });
}

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/**
 * @returns its address
 * @throws 400 without a reason, 404 without such an account, 409 as `suspendAccount`
 */
export async function suspendByOperator(context: Context, address: string, reason: string): Promise<string> {
  const { database, clock } = context;
  const why = reason.trim();
  if (why === '' || why.length > limits.reason)
    throw httpErrors.badRequest(`The reason must have 1 to ${limits.reason} characters.`);
  return database.transaction(async (writer) => {
    const account = await requireAccount(writer, address);
    await suspendAccount(writer, context, { account, actorId: null, reason: why, now: clock.now() });
    return account.email;
  });
}

/**
 * @returns its address
 * @throws 404, 409 as `restoreAccount`
 */
export async function restoreByOperator(context: Context, address: string): Promise<string> {
  return context.database.transaction(async (writer) => {
    const account = await requireAccount(writer, address);
    await restoreAccount(writer, context, { account, actorId: null, now: context.clock.now() });
    return account.email;
  });
}
