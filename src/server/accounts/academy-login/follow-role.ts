import { recordAct } from '../../audit/record-act.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Identity } from './identity.ts';

/**
 * Lets a member of staff have the role that the provider's role claim says. Nobody becomes staff who has an account as a
 * student, nobody stops being staff (that is the office's), and the last administrator stays one.
 * @param change.role null where the operator has named no claim, or it says none
 */
export async function followRole(
  writer: Writer,
  { accountId, role, now }: { accountId: number; role: Identity['role']; now: number },
): Promise<void> {
  if (role === null) return;
  const account = await writer
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select(['email', 'role'])
    .executeTakeFirstOrThrow();
  if (account.role === 'student' || account.role === role) return;
  if (account.role === 'administrator' && !(await hasAnotherAdministrator(writer, accountId))) return;
  await writer.updateTable('accounts').set({ role }).where('id', '=', accountId).execute();
  const [before, after] = [{ role: account.role }, { role }];
  const act = {
    at: now,
    actorId: accountId,
    aboutId: accountId,
    act: 'follow-role-claim',
    subject: account.email,
  } as const;
  await recordAct(writer, { ...act, before, after });
}

async function hasAnotherAdministrator(writer: Writer, accountId: number): Promise<boolean> {
  const another = await writer
    .selectFrom('accounts')
    .where('role', '=', 'administrator')
    .where('id', '<>', accountId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return another !== undefined;
}
