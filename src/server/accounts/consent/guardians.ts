import { consentMessages } from './consent-rules.ts';
import { recordAuditEvent, recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Viewer } from '../sessions/viewer.ts';

type Guardian = { name: string; contact: string };
/** The audit log must not keep who the guardian is: only what was done. */
type ByOffice = { accountId: number; email: string; actorId: number };
type Context = Pick<AppContext, 'database' | 'clock'>;

/** By the student, until the office has confirmed. @throws 409 for who is not known to be under 18 */
export async function nameGuardian(
  context: Context,
  { accountId, email }: Viewer,
  guardian: Guardian,
  key: string | null,
): Promise<void> {
  const content = ['name', guardian.name, guardian.contact];
  await once(context, { accountId, kind: 'guardian', key, content }, async (writer, now) => {
    const named = await writer
      .updateTable('guardians')
      .set(guardian)
      .where('account_id', '=', accountId)
      .where('confirmed_at', 'is', null)
      .returning('account_id')
      .executeTakeFirst();
    if (named === undefined) throw httpErrors.conflict(consentMessages.guardianNotAsked);
    await recordOwnAuditEvent(writer, { at: now, accountId, act: 'give-guardian', subject: email });
  });
}

export async function confirmGuardian(
  context: Context,
  { accountId, email, actorId }: ByOffice,
  { name, contact }: Guardian,
  key: string | null,
): Promise<void> {
  const content = ['confirm', accountId, name, contact];
  await once(context, { accountId: actorId, kind: 'guardian', key, content }, async (writer, now) => {
    const confirmed = { name, contact, confirmed_at: now, confirmed_by: actorId };
    await writer
      .insertInto('guardians')
      .values({ account_id: accountId, noted_at: now, ...confirmed })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(confirmed))
      .execute();
    const act = { at: now, actorId, act: 'confirm-guardian', subject: email, aboutId: accountId } as const;
    await recordAuditEvent(writer, act);
  });
}

/** Of who is 18 or older: the portal then knows no guardian. */
export async function removeGuardian(
  context: Context,
  { accountId, email, actorId }: ByOffice,
  key: string | null,
): Promise<void> {
  const content = ['remove', accountId];
  await once(context, { accountId: actorId, kind: 'guardian', key, content }, async (writer, now) => {
    const removed = await writer
      .deleteFrom('guardians')
      .where('account_id', '=', accountId)
      .returning('account_id')
      .executeTakeFirst();
    if (removed === undefined) return;
    const act = { at: now, actorId, act: 'remove-guardian', subject: email, aboutId: accountId } as const;
    await recordAuditEvent(writer, act);
  });
}
