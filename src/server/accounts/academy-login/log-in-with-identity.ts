import { endAccessTokens } from '../access-tokens/access-token-queries.ts';
import { isPersonName } from '#contract/accounts/person-name';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import type { ConfirmHolder } from '../sign-up/email-confirmations.ts';
import {
  type FinishedLogin,
  finishLogin,
  type LoginSource,
  type PendingLogin,
} from '../login/finish-login.ts';
import { insertAccount } from '../insert-account.ts';
import { mailHolder } from '../own-account/notify-holder.ts';
import { holderOf } from '../own-account/own-account-queries.ts';
import { accountByEmail, accountById } from '../queries.ts';
import { factorsOf } from '../second-factor/factor-queries.ts';
import { isSuspended } from '../policy.ts';
import { isAdministratorLeft } from '../suspend-account.ts';
import { AcademyLoginError, type Identity } from './identity.ts';
import { accountOfIdentity, hasIdentityOf, linkIdentity, useLoginState } from './external-identities.ts';
import type { LoginFlow } from './login-flow.ts';

type Change = { writer: Writer; now: number; makesAccounts: boolean };

/** Falls back to the address when the provider sends no usable name. */
function nameFrom({ name }: Identity, email: string): string {
  const words = email
    .slice(0, email.indexOf('@'))
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  return name ?? (isPersonName(words) ? words : 'New student');
}

/**
 * Students wait for the office's placement unless a batch was imported for the address; only the role claim
 * makes staff.
 */
async function makeAccount(
  { writer, now, makesAccounts }: Change,
  { identity, email, confirmHolder }: { identity: Identity; email: string; confirmHolder: ConfirmHolder },
): Promise<number> {
  if (!makesAccounts) throw new AcademyLoginError('academy-unknown');
  const account = { email, name: nameFrom(identity, email), role: identity.role ?? ('student' as const) };
  const id = await insertAccount(writer, { ...account, created_at: now }).catch((error: unknown) => {
    // The address is another account's former one.
    throw error instanceof HttpError ? new AcademyLoginError('academy-taken', { cause: error }) : error;
  });
  const after = { name: account.name, role: account.role, issuer: identity.issuer };
  await recordOwnAuditEvent(writer, {
    at: now,
    accountId: id,
    act: 'sign-up-with-identity',
    subject: email,
    after,
  });
  await confirmHolder(writer, id, now);
  return id;
}

/**
 * Links an identity to the confirmed account with its address. An unconfirmed one may be someone else's
 * signup.
 */
async function tieAccount(
  { writer, now }: Change,
  context: AppContext,
  { id, identity }: { id: number; identity: Identity },
): Promise<void> {
  if (await hasIdentityOf(writer, id, identity.issuer)) throw new AcademyLoginError('academy-taken');
  const holder = await holderOf(writer, id);
  const after = { issuer: identity.issuer };
  await recordOwnAuditEvent(writer, {
    at: now,
    accountId: id,
    act: 'tie-identity',
    subject: holder.email,
    after,
  });
  const lead = `You can now also log in to the portal with your academy account (${context.settings.academyName}).`;
  await mailHolder(writer, context, holder, {
    subject: 'New way to log in to your account',
    lead,
    now,
  });
}

async function accountFor(
  change: Change,
  context: AppContext,
  { identity, confirmHolder }: { identity: Identity; confirmHolder: ConfirmHolder },
): Promise<number> {
  const { writer, now } = change;
  const linked = await accountOfIdentity(writer, identity);
  if (linked !== undefined) return linked;
  const { email } = identity;
  if (email === null) throw new AcademyLoginError('academy-unverified');
  const account = await accountByEmail(writer, email);
  if (account?.confirmed_at === null) throw new AcademyLoginError('academy-unconfirmed');
  if (account !== undefined) await tieAccount(change, context, { id: account.id, identity });
  const accountId = account?.id ?? (await makeAccount(change, { identity, email, confirmHolder }));
  await linkIdentity(writer, identity, { accountId, now });
  return accountId;
}

/**
 * Begins a session, or its second step, in the linked account, else in the address's confirmed one, else in a
 * new one.
 * @throws AcademyLoginError
 */
export async function logInWithIdentity(
  context: AppContext,
  confirmHolder: ConfirmHolder,
  { identity, flow, makesAccounts }: { identity: Identity; flow: LoginFlow; makesAccounts: boolean },
  source: LoginSource,
): Promise<(FinishedLogin | PendingLogin) & { accountId: number }> {
  const { database, clock } = context;
  const attempt = () =>
    database.transaction(async (writer) => {
      const now = clock.now();
      await useLoginState(writer, flow);
      const accountId = await accountFor({ writer, now, makesAccounts }, context, {
        identity,
        confirmHolder,
      });
      await followRole(writer, { accountId, role: identity.role, now });
      const hasSecondFactor = (await factorsOf(writer, accountId)).length > 0;
      if (await isSuspended(writer, accountId)) throw new AcademyLoginError('academy-suspended');
      return { accountId, ...(await finishLogin(writer, { accountId, hasSecondFactor, now }, source)) };
    });
  // Two concurrent first logins: the second finds the account of the first.
  return attempt().catch((error: unknown) => {
    if (isUniqueViolation(error)) return attempt();
    throw error;
  });
}

/**
 * Applies the provider's role claim to staff; never makes a student staff or demotes the last administrator
 * who can log in.
 */
export async function followRole(
  writer: Writer,
  { accountId, role, now }: { accountId: number; role: Identity['role']; now: number },
): Promise<void> {
  if (role === null) return;
  const account = await accountById(writer, accountId);
  if (account.role === 'student' || account.role === role) return;
  if (account.role === 'administrator' && !(await isAdministratorLeft(writer, accountId))) return;
  await writer.updateTable('accounts').set({ role }).where('id', '=', accountId).execute();
  await endAccessTokens(writer, accountId);
  await recordOwnAuditEvent(writer, {
    at: now,
    accountId,
    act: 'follow-role-claim',
    subject: account.email,
    before: { role: account.role },
    after: { role },
  });
}
