import { foldedColumns } from '#contract/fold-text';
import { isEmail, limits, normalizeEmail } from '#contract/limits';
import { isPersonName } from '#contract/accounts/person-name';
import type { StaffRole } from '#contract/people/people-view';
import { endAccessTokens } from './access-tokens/access-token-queries.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { assignMentor, renameMentor } from '../courses/write-batches.ts';
import { batchByName, batchNamesOfMentor } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { examinerById, forgetExaminer } from './examiner-accounts.ts';
import { insertAccount } from './insert-account.ts';
import { greetingOf, notifyHolder } from './own-account/notify-holder.ts';
import { issueToken, linkLifeMs } from './one-time-tokens.ts';
import { holderOf } from './own-account/own-account-queries.ts';
import { accountByEmail, accountById } from './queries.ts';
import { isAdministratorLeft } from './suspend-account.ts';
import { dayMs } from '#contract/durations';
import { composeMail } from '../platform/mail/mail-html.ts';
import { enqueueSecretMail } from '../platform/mail/enqueue-mail.ts';
import { portalLink } from '../platform/portal-link.ts';
import { hashToken } from './random-token.ts';

type StaffMember = { name: string; role: StaffRole; batches: string[]; examiner?: true };
type StaffInput = { email: string; name: string; role: StaffRole; batches: readonly string[] };
export type Invitation = {
  accountId: number;
  email: string;
  before: StaffMember | null;
  after: StaffMember;
  /** For a link to the first password; null for an account with one, or without `wantsLink`. */
  token: string | null;
};

/** @throws 400 with what is allowed */
function checked(input: StaffInput): StaffInput {
  const email = normalizeEmail(input.email);
  const name = input.name.trim();
  if (!isEmail(email)) {
    throw httpErrors.badRequest(`"${input.email}" is not a valid email.`);
  }
  if (name === '' || name.length > limits.name || name.includes('\0')) {
    throw httpErrors.badRequest(`The name must have 1 to ${limits.name} characters.`);
  }
  if (!isPersonName(name)) {
    throw httpErrors.badRequest(
      'The name must be on one line, with visible letters and without a web or email address.',
    );
  }
  if (input.role === 'administrator' && input.batches.length > 0) {
    throw httpErrors.badRequest('Administrators have every batch. Assign batches to mentors only.');
  }
  return { ...input, email, name };
}

/**
 * Creates or updates a staff account and adds batches to a mentor; earlier batches stay. A new role is
 * notified by mail. An examiner becomes a mentor or an administrator.
 * @param by.actorId null for the operator's command
 * @param by.wantsLink whether an account without a password gets a new link; earlier links end
 * @throws 400, 404 or 409 with what is allowed
 */
export async function writeStaff(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  input: StaffInput,
  { actorId, now, wantsLink = true }: { actorId: number | null; now: number; wantsLink?: boolean },
): Promise<Invitation> {
  const { email, name, role, batches } = checked(input);
  const account = await accountByEmail(writer, email);
  if (account?.role === 'student') {
    throw httpErrors.conflict(`${email} belongs to a student. Staff need a different email.`);
  }
  const before = account === undefined ? null : await memberOf(writer, account.id);
  const id =
    account?.id ??
    (await insertAccount(writer, {
      email,
      name,
      role,
      password_hash: null,
      confirmed_at: now,
      created_at: now,
    }));
  if (account !== undefined) {
    await writer
      .updateTable('accounts')
      .set({ name, ...foldedColumns(name), role, confirmed_at: account.confirmed_at ?? now })
      .where('id', '=', id)
      .execute();
    // Without an administrator the next start would print a set-up link again.
    if (account.role === 'administrator' && role === 'mentor' && !(await isAdministratorLeft(writer)))
      throw httpErrors.conflict(`${email} is the only administrator who can log in. Add another one first.`);
    if (account.role !== role) await endAccessTokens(writer, id);
    await forgetExaminer(writer, id);
    await renameMentor(writer, id, name);
  }
  for (const batch of batches) await assignMentor(writer, await batchByName(writer, batch), { id, name });
  announce(writer, `account:${id}`);
  const after = await memberOf(writer, id);
  const hasPassword = account !== undefined && account.password_hash !== null;
  // A new link is audited even if nothing else changed.
  const issuesLink = wantsLink && !hasPassword;
  if (issuesLink || JSON.stringify(before) !== JSON.stringify(after)) {
    const act = { at: now, actorId, act: 'invite-staff', subject: email, aboutId: id } as const;
    await recordAuditEvent(writer, { ...act, before, after });
  }
  if (before !== null && before.role !== role) {
    await notifyHolder(writer, context, id, {
      subject: `Your role is now ${role}`,
      lead: `The office has changed your role in the portal from ${before.role} to ${role}.`,
      now,
      by: 'office',
    });
  }
  const token = issuesLink ? await issueToken(writer, 'reset', id, now) : null;
  return { accountId: id, email, before, after, token };
}

/** @throws as above */
export async function inviteStaff(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  input: StaffInput,
): Promise<Invitation> {
  const by = { actorId: null, now: context.clock.now() };
  return context.database.transaction((writer) => writeStaff(writer, context, input, by));
}

async function memberOf(writer: Writer, id: number): Promise<StaffMember> {
  const { name, role } = await accountById(writer, id);
  const isExaminer = (await examinerById(writer, id)) !== undefined;
  const batches = await batchNamesOfMentor(writer, id);
  return { name, role: role as StaffRole, batches, ...(isExaminer && { examiner: true as const }) };
}

export async function mailStaffInvitation(
  writer: Writer,
  { settings, secrets }: Pick<AppContext, 'settings' | 'secrets'>,
  {
    accountId,
    role,
    batches,
    token,
    now,
  }: { accountId: number; role: string; batches: readonly string[]; token: string; now: number },
): Promise<void> {
  const holder = await holderOf(writer, accountId);
  const mail = composeMail(settings, {
    greeting: greetingOf(holder),
    lead: `The office has created an account for you in the student portal. The link to set your password works once, within ${linkLifeMs / dayMs} days.`,
    details: [
      ['Account', holder.email],
      ['Role', role],
      ...(batches.length > 0 ? ([['Batches', batches.join(', ')]] as [string, string][]) : []),
    ],
    links: [{ label: 'Choose your password', href: portalLink(settings, `/reset-password?token=${token}`) }],
    closing: 'If you did not expect this, tell the office.',
  });
  const subject = 'Your account in the student portal';
  const event = `staff-invitation:${hashToken(token)}`;
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: holder.email, subject }, now);
}
