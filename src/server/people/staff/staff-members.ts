import type { z } from 'zod';
import { isoInstant, instantOrNull } from '#contract/dates';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/people/staff-member-calls';
import type { StaffRole } from '#contract/people/people-view';
import { linkLifeMs } from '../../accounts/one-time-tokens.ts';
import { mailStaffInvitation, writeStaff } from '../../accounts/invite-staff.ts';
import { issuePasswordReset } from '../../accounts/login/issue-password-reset.ts';
import { administrator } from '../../accounts/policy.ts';
import { accountByEmail, accountById, lockAccount } from '../../accounts/queries.ts';
import { freshly } from '../../accounts/second-factor/fresh-proof.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { batchNamesOfMentors } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { readPage } from '../../platform/database/read-page.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { personOfOffice, type PersonOfOffice } from '../policy.ts';
import { examinerState, staffById, staffRows, type StaffRow } from '../queries.ts';

type Asking = { accountId: number };

async function present(
  database: Reader,
  rows: readonly StaffRow[],
  viewer: Asking,
): Promise<calls.StaffMember[]> {
  const mentors = rows.flatMap(({ id, role }) => (role === 'mentor' ? [id] : []));
  const batches = await batchNamesOfMentors(database, mentors);
  return rows.map((row) => ({
    id: String(row.id),
    s_id: row.email,
    s_name: shownName(row.name),
    role: row.role as StaffRole,
    ...examinerState(row),
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
async function listStaff(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { limit = limits.pageSize, after }: z.output<typeof calls.listStaff.query>,
  viewer: Asking,
): Promise<calls.StaffPage> {
  const beforeId = after === undefined ? afterAllIds : parseId(after);
  if (beforeId === null) throw httpErrors.badRequest('after must be the "next" value of the page before');
  const { rows, last } = await readPage(limit, (most) => staffRows(reader, { beforeId, limit: most }));
  return {
    members: await present(reader, rows, viewer),
    next: last === undefined ? null : String(last.id),
  };
}

async function memberOf(database: Reader, accountId: number, viewer: Asking): Promise<calls.StaffMember> {
  const [member] = await present(database, await staffById(database, accountId), viewer);
  if (member === undefined) throw new Error(`account ${accountId} is not staff`);
  return member;
}

export const staffCalls = [
  read(calls.listStaff, {
    who: administrator,
    run: ({ context, query, resource: viewer }) => listStaff(context, query, viewer),
  }),

  // The link opens an account of all rights: mailed, or shown once where there is no mail.
  act(calls.inviteStaffMember, {
    who: freshly<Viewer>(administrator),
    key: {
      kind: 'staff-invitation',
      content: ({ body: { email, name, role, batches } }) => [email, name, role, batches],
    },
    async run(writer, { context, resource: { accountId: actorId }, body, now }) {
      const { email } = body;
      const there = await accountByEmail(writer, email);
      if (there !== undefined && there.role !== 'student')
        throw httpErrors.conflict(
          `${email} already has a staff account (${there.role}). Change the role on its page.`,
        );
      const { token, ...invited } = await writeStaff(writer, context, body, { actorId, now });
      if (context.settings.smtpUrl !== null && token !== null)
        await mailStaffInvitation(writer, context, { ...invited, ...invited.after, token, now });
      return { id: invited.accountId, shown: { token } };
    },
    taken: ({ body: { email } }) => `${email} just got an account. Please check the list.`,
    isSecret: true,
    async answer(reader, { context, viewer, now, shown }, id) {
      const { settings } = context;
      const member = await memberOf(reader, id, viewer);
      let token = settings.smtpUrl === null ? (shown?.token ?? null) : null;
      // Only a hash is stored: a repetition gets another link.
      if (settings.smtpUrl === null && token === null && !member.has_password)
        ({ token } = await issuePasswordReset(context, member.s_id, viewer.accountId));
      return {
        member,
        link: token === null ? null : portalLink(settings, `/reset-password?token=${token}`),
        expires_at: isoInstant(now + linkLifeMs),
      };
    },
  }),

  act(calls.changeStaffMember, {
    who: freshly<PersonOfOffice>(personOfOffice),
    key: {
      kind: 'staff-change',
      content: ({ resource: { accountId }, body: { role, batches } }) => [accountId, role, batches],
    },
    changes: {
      // Batches are added to what a mentor has: nothing of others is replaced.
      async stored(writer, { resource: { accountId } }) {
        await lockAccount(writer, accountId);
        const { role, anonymised_at, email, name } = await accountById(writer, accountId);
        if (role === 'student' || anonymised_at !== null)
          throw httpErrors.notFound('There is no staff account with this email.');
        return { role, email, name };
      },
      message: 'This role was changed in the meantime. Your version is not saved yet.',
      current: (writer, { resource: { accountId, viewer } }) => memberOf(writer, accountId, viewer),
    },
    async run(writer, { context, resource: { accountId, viewer }, body: { role, batches }, stored, now }) {
      const { accountId: actorId } = viewer;
      if (accountId === actorId && stored.role !== role)
        throw httpErrors.conflict('You cannot change your own role.');
      const { email, name } = stored;
      // An earlier link stays valid.
      const by = { actorId, now, wantsLink: false };
      await writeStaff(writer, context, { email, name, role, batches }, by);
      return { id: actorId };
    },
    answer: (reader, { resource: { accountId, viewer } }) => memberOf(reader, accountId, viewer),
  }),
];
