import { isEmail, limits, normalizeEmail } from '#contract/limits';
import { isPersonName } from '#contract/person-name';
import { recordAct } from '../audit/record-act.ts';
import { assignMentor, renameMentor } from '../batches/assign-mentor.ts';
import { batchByName, batchNamesOfMentor } from '../batches/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { insertAccount } from './insert-account.ts';
import { issueToken } from './one-time-tokens.ts';
import { accountByEmail } from './queries.ts';

export type StaffRole = 'mentor' | 'administrator';
type StaffMember = { name: string; role: StaffRole; batches: string[] };
export type Invitation = {
  email: string;
  before: StaffMember | null;
  after: StaffMember;
  /** For a link to choose the first password; null for somebody who has one. */
  token: string | null;
};

/**
 * Makes a staff account or brings one up to date, and links a mentor to batches; batches of before stay.
 * @throws a 400, 404 or 409 error that says what is allowed
 */
export async function inviteStaff(
  context: Pick<AppContext, 'database' | 'clock'>,
  input: { email: string; name: string; role: StaffRole; batches: readonly string[] },
): Promise<Invitation> {
  const email = normalizeEmail(input.email);
  const name = input.name.trim();
  if (!isEmail(email)) {
    throw httpErrors.badRequest(`"${input.email}" is no e-mail address.`);
  }
  if (name === '' || name.length > limits.name || name.includes('\0')) {
    throw httpErrors.badRequest(`The name must have 1 to ${limits.name} characters.`);
  }
  if (!isPersonName(name)) {
    throw httpErrors.badRequest(
      'The name must be on one line, with letters that can be seen and without a web or e-mail address.',
    );
  }
  if (input.role === 'administrator' && input.batches.length > 0) {
    throw httpErrors.badRequest('Administrators have every batch; give --batch to mentors only.');
  }
  return context.database.transaction(async (writer) => {
    const now = context.clock.now();
    const account = await accountByEmail(writer, email);
    if (account?.role === 'student') {
      throw httpErrors.conflict(`${email} belongs to a student; staff need an address of their own.`);
    }
    if (account?.role === 'administrator' && input.role === 'mentor')
      await refuseLastAdministrator(writer, email);
    const before = account === undefined ? null : await memberOf(writer, account.id);
    const id =
      account?.id ??
      (await insertAccount(writer, {
        email,
        name,
        role: input.role,
        password_hash: null,
        confirmed_at: now,
        created_at: now,
      }));
    if (account !== undefined) {
      await writer
        .updateTable('accounts')
        .set({ name, role: input.role, confirmed_at: account.confirmed_at ?? now })
        .where('id', '=', id)
        .execute();
      await renameMentor(writer, id, name);
    }
    for (const batch of input.batches)
      await assignMentor(writer, await batchByName(writer, batch), { id, name });
    const after = await memberOf(writer, id);
    const hasPassword = account !== undefined && account.password_hash !== null;
    // Another link is an act, too, where nothing else has changed.
    if (!hasPassword || JSON.stringify(before) !== JSON.stringify(after)) {
      const act = { at: now, actorId: null, act: 'invite-staff', subject: email, aboutId: id };
      await recordAct(writer, { ...act, before, after });
    }
    return { email, before, after, token: hasPassword ? null : await issueToken(writer, 'reset', id, now) };
  });
}

async function memberOf(writer: Writer, id: number): Promise<StaffMember> {
  const { name, role } = await writer
    .selectFrom('accounts')
    .where('id', '=', id)
    .select(['name', 'role'])
    .executeTakeFirstOrThrow();
  return { name, role: role as StaffRole, batches: await batchNamesOfMentor(writer, id) };
}

/** Without an administrator the next start would hand out the first one's link again. */
async function refuseLastAdministrator(writer: Writer, email: string): Promise<void> {
  const another = await writer
    .selectFrom('accounts')
    .where('role', '=', 'administrator')
    .where('email', '!=', email)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (another === undefined) {
    throw httpErrors.conflict(`${email} is the only administrator; make another one first.`);
  }
}
