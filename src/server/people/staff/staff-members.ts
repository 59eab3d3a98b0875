import type { z } from 'zod';
import { isoInstant, instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import type {
  changeStaffMember as changeCall,
  inviteStaffMember as inviteCall,
  listStaff as listCall,
  StaffMember,
  StaffPage,
} from '#contract/people/staff-member-calls';
import type { StaffRole } from '#contract/people/people-view';
import { linkLifeMs } from '../../accounts/one-time-tokens.ts';
import { mailStaffInvitation, writeStaff } from '../../accounts/invite-staff.ts';
import { issuePasswordReset } from '../../accounts/login/issue-password-reset.ts';
import { accountByEmail, accountById } from '../../accounts/queries.ts';
import { batchNamesOfMentors } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { makeOnce, once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { PersonOfOffice } from '../policy.ts';
import { staffById, staffRows, type StaffRow } from '../queries.ts';

type Asking = { accountId: number };

async function present(database: Reader, rows: readonly StaffRow[], viewer: Asking): Promise<StaffMember[]> {
  const mentors = rows.flatMap(({ id, role }) => (role === 'mentor' ? [id] : []));
  const batches = await batchNamesOfMentors(database, mentors);
  return rows.map((row) => ({
    id: String(row.id),
    s_id: row.email,
    s_name: shownName(row.name),
    role: row.role as StaffRole,
    batches: batches.get(row.id) ?? [],
    since: isoInstant(row.created_at),
    seen_at: instantOrNull(row.seen_at),
    has_password: row.has_password === 1,
    has_second_factor: row.has_second_factor === 1,
    suspended: row.suspended_at !== null,
    is_own: row.id === viewer.accountId,
  }));
}

/** @throws 400 for an invalid `after` */
export async function listStaff(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { limit = limits.pageSize, after }: z.output<typeof listCall.query>,
  viewer: Asking,
): Promise<StaffPage> {
  const beforeId = after === undefined ? afterAllIds : parseId(after);
  if (beforeId === null) throw httpErrors.badRequest('after must be the "next" value of the page before');
  // One more shows that another page follows.
  const found = await staffRows(reader, { beforeId, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    members: await present(reader, rows, viewer),
    next: found.length > limit && last !== undefined ? String(last.id) : null,
  };
}

async function memberOf(database: Reader, accountId: number, viewer: Asking): Promise<StaffMember> {
  const [member] = await present(database, await staffById(database, accountId), viewer);
  if (member === undefined) throw new Error(`account ${accountId} is not staff`);
  return member;
}

/**
 * With a link to the first password, mailed, or returned without mail.
 * @param key a repetition returns a new link, since only a hash is stored
 * @throws 404 for an unknown batch, 409 for an email with an account
 */
export async function inviteStaffMember(
  context: AppContext,
  body: z.output<typeof inviteCall.body>,
  viewer: Asking,
  key: string | null,
): Promise<{ member: StaffMember; link: string | null; expires_at: string }> {
  const { database, clock, settings } = context;
  const now = clock.now();
  const { accountId: actorId } = viewer;
  const isMailed = settings.smtpUrl !== null;
  const { email, name, role, batches } = body;
  const content = [email, name, role, batches];
  const asks = { accountId: actorId, kind: 'staff-invitation', key, content, now } as const;
  let token: string | null = null;
  const make = (writer: Writer) =>
    makeOnce(writer, asks, async () => {
      const there = await accountByEmail(writer, email);
      if (there !== undefined && there.role !== 'student')
        throw httpErrors.conflict(
          `${email} already has a staff account (${there.role}). Change the role on its page.`,
        );
      const invited = await writeStaff(writer, context, body, { actorId, now });
      token = invited.token;
      if (isMailed && token !== null)
        await mailStaffInvitation(writer, context, { ...invited, ...invited.after, token, now });
      return invited.accountId;
    });
  const accountId = await database.transaction(make).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw httpErrors.conflict(`${email} just got an account. Please check the list.`);
  });
  const member = await memberOf(database.reader, accountId, viewer);
  if (!isMailed && token === null && !member.has_password)
    ({ token } = await issuePasswordReset(context, member.s_id, actorId));
  return {
    member,
    link:
      isMailed || token === null ? null : portalLink(settings, `/reset-password?token=${token as string}`),
    expires_at: isoInstant(now + linkLifeMs),
  };
}

/** @throws 404 unless staff and for an unknown batch; 409 for one's own role, and the last administrator's */
export async function changeStaffMember(
  context: AppContext,
  { accountId, viewer }: PersonOfOffice,
  { role, batches }: z.output<typeof changeCall.body>,
  key: string | null,
): Promise<StaffMember> {
  const { database } = context;
  const { accountId: actorId } = viewer;
  const asks = {
    accountId: actorId,
    kind: 'staff-change',
    key,
    content: [accountId, role, batches],
  } as const;
  await once(context, asks, async (writer, now) => {
    const account = await accountById(writer, accountId);
    if (account.role === 'student' || account.anonymised_at !== null)
      throw httpErrors.notFound('There is no staff account with this email.');
    if (accountId === actorId && account.role !== role)
      throw httpErrors.conflict('You cannot change your own role.');
    const { email, name } = account;
    // An earlier link stays valid.
    const by = { actorId, now, wantsLink: false };
    await writeStaff(writer, context, { email, name, role, batches }, by);
  });
  return memberOf(database.reader, accountId, viewer);
}
