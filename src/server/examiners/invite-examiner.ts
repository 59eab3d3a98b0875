import { isoInstant } from '#contract/dates';
import * as calls from '#contract/examiners/examiner-calls';
import { shownName } from '#contract/accounts/person-name';
import { addExaminer, examinerById } from '../accounts/examiner-accounts.ts';
import { insertAccount } from '../accounts/insert-account.ts';
import { mailStaffInvitation } from '../accounts/invite-staff.ts';
import { issuePasswordReset } from '../accounts/login/issue-password-reset.ts';
import { issueToken, linkLifeMs } from '../accounts/one-time-tokens.ts';
import { notifyHolder } from '../accounts/own-account/notify-holder.ts';
import { administrator } from '../accounts/policy.ts';
import { accountByEmail, accountById } from '../accounts/queries.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import { act } from '../accounts/sessions/act.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { portalLink } from '../platform/portal-link.ts';

/** Null: a new account. @throws 409 for who cannot become an examiner */
async function formerExaminer(writer: Writer, email: string) {
  const account = await accountByEmail(writer, email);
  if (account === undefined) return null;
  if (account.role === 'student')
    throw httpErrors.conflict(`${email} belongs to a student. Examiners need a different email.`);
  const examiner = await examinerById(writer, account.id);
  if (examiner === undefined)
    throw httpErrors.conflict(
      `${email} has a staff account (${account.role}). Mentors and administrators can examine: choose them in the plan of the vivas.`,
    );
  if (examiner.removedAt === null) throw httpErrors.conflict(`${email} is already an examiner.`);
  return account;
}

// The link opens an account: mailed, or shown once where there is no mail.
export const inviteExaminerCall = act(calls.inviteExaminer, {
  who: freshly<Viewer>(administrator),
  audit: 'invite-examiner',
  async run(writer, { context, resource: { accountId: by }, body: { email, name }, now }) {
    const former = await formerExaminer(writer, email);
    const row = { email, name, role: 'mentor' as const, password_hash: null, confirmed_at: now };
    const id = former?.id ?? (await insertAccount(writer, { ...row, created_at: now }));
    await addExaminer(writer, id, { by, at: now });
    announce(writer, `account:${id}`);
    const hasPassword = former !== null && former.password_hash !== null;
    const token = hasPassword ? null : await issueToken(writer, 'reset', id, now);
    if (token === null)
      await notifyHolder(writer, context, id, {
        subject: 'You examine again',
        lead: 'The office has invited you to examine again. Log in as before.',
        now,
        by: 'office',
      });
    else if (context.settings.smtpUrl !== null)
      await mailStaffInvitation(writer, context, {
        accountId: id,
        role: 'examiner',
        batches: [],
        token,
        now,
      });
    const audit = { subject: email, aboutId: id, before: null, after: { name: former?.name ?? name } };
    return { id, audit, shown: { token } };
  },
  taken: ({ body: { email } }) => `${email} just got an account. Please check the list.`,
  isSecret: true,
  async answer(reader, { context, viewer, now, shown }, id) {
    const { settings } = context;
    const { email, name } = await accountById(reader, id);
    const has_password = ((await accountByEmail(reader, email))?.password_hash ?? null) !== null;
    let token = settings.smtpUrl === null ? (shown?.token ?? null) : null;
    // Only a hash is stored: a repetition gets another link.
    if (settings.smtpUrl === null && token === null && !has_password)
      ({ token } = await issuePasswordReset(context, email, viewer.accountId));
    return {
      examiner: { s_id: email, s_name: shownName(name), has_password },
      link: token === null ? null : portalLink(settings, `/reset-password?token=${token}`),
      expires_at: isoInstant(now + linkLifeMs),
    };
  },
});
