import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { notifyHolder } from './notify-holder.ts';
import { requirePassword, requireSamePassword } from '../login/require-password.ts';
import type { Viewer } from '../sessions/viewer.ts';

/**
 * Requests the deletion of the account by the office. Submissions and marks are the academy's record, so
 * nothing is deleted here.
 * @throws 400 for a wrong password, 429 after too many
 */
export async function askDeletion(
  context: AppContext,
  viewer: Viewer,
  password: string,
  key: string | null,
): Promise<void> {
  const { accountId, email } = viewer;
  const verified = await requirePassword(context, viewer, password);
  await once(context, { accountId, kind: 'deletion', key, content: ['ask'] }, async (writer, now) => {
    await requireSamePassword(writer, accountId, verified);
    await requestDeletion(writer, context, { accountId, email, now });
  });
}

/** Does nothing while there is a request. */
export async function requestDeletion(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  { accountId, email, now }: { accountId: number; email: string; now: number },
): Promise<void> {
  const added = await writer
    .insertInto('deletion_requests')
    .values({ account_id: accountId, asked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (added === undefined) return;
  await recordOwnAuditEvent(writer, { at: now, accountId, act: 'ask-deletion', subject: email });
  const subject = 'You asked us to delete your account';
  const lead =
    'The office has received your request and will contact you. Until then nothing changes, and you can cancel the request.';
  await notifyHolder(writer, context, accountId, { subject, lead, now });
}

export async function withdrawDeletion(
  context: Pick<AppContext, 'database' | 'clock'>,
  { accountId, email }: Viewer,
  key: string | null,
): Promise<void> {
  await once(context, { accountId, kind: 'deletion', key, content: ['withdraw'] }, async (writer, now) => {
    const removed = await writer
      .deleteFrom('deletion_requests')
      .where('account_id', '=', accountId)
      .returning('account_id')
      .executeTakeFirst();
    if (removed !== undefined)
      await recordOwnAuditEvent(writer, { at: now, accountId, act: 'withdraw-deletion', subject: email });
  });
}

/** The oldest request first; `askedAt` in milliseconds since 1970 UTC. */
export async function listDeletionRequests({ database }: Pick<AppContext, 'database'>) {
  return database.reader
    .selectFrom('deletion_requests')
    .innerJoin('accounts', 'accounts.id', 'deletion_requests.account_id')
    .orderBy('deletion_requests.asked_at')
    .orderBy('accounts.id')
    .select(['accounts.email', 'accounts.name', 'accounts.role', 'deletion_requests.asked_at as askedAt'])
    .execute();
}
