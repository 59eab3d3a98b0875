import * as calls from '#contract/accounts/own-account-calls';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { notifyHolder } from './notify-holder.ts';
import { passwordRefusals, requirePassword, requireSamePassword } from '../login/require-password.ts';
import { signedIn } from '../policy.ts';
import { freshlySignedInHolder } from '../second-factor/fresh-proof.ts';
import { act } from '../sessions/act.ts';

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

export const deletionCalls = [
  // By the office: submissions and marks are the academy's record, so nothing is deleted here.
  act(calls.askDeletion, {
    who: freshlySignedInHolder,
    prepare: ({ context, resource, body }) => requirePassword(context, resource, body.current_password),
    key: { kind: 'deletion', content: () => ['ask'] },
    logs: { done: 'deletion-asked', refused: passwordRefusals },
    async run(writer, { context, resource: { accountId, email }, prepared, now }) {
      await requireSamePassword(writer, accountId, prepared);
      await requestDeletion(writer, context, { accountId, email, now });
      return { id: accountId };
    },
    answer: async () => ({ message: ownAccountMessages.deletionAsked }),
  }),

  act(calls.withdrawDeletion, {
    who: signedIn,
    key: { kind: 'deletion', content: () => ['withdraw'] },
    audit: 'withdraw-deletion',
    logs: { done: 'deletion-withdrawn' },
    async run(writer, { resource: { accountId, email } }) {
      const removed = await writer
        .deleteFrom('deletion_requests')
        .where('account_id', '=', accountId)
        .returning('account_id')
        .executeTakeFirst();
      return { id: accountId, audit: removed === undefined ? [] : { subject: email, aboutId: accountId } };
    },
    answer: async () => ({ message: ownAccountMessages.deletionWithdrawn }),
  }),
];
