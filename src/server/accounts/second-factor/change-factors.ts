import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import * as calls from '#contract/accounts/second-factor-calls';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { recordAuditEvent, recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { notifyHolder } from '../own-account/notify-holder.ts';
import { signedIn } from '../policy.ts';
import { read } from '../sessions/declared.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { freshlySignedIn } from './fresh-proof.ts';
import { factorsOf, markSecondFactor, removeFactors } from './factor-queries.ts';
import { storeRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { words } from './words.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { requireAccount } from '../queries.ts';
import { clearFailedLogins } from '../rate-limits.ts';
import { calendarEnded, endAccess } from '../sessions/end-logins.ts';

const idOf = (id: string): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

/** @throws 404 */
async function renameFactor(
  { database }: Pick<AppContext, 'database'>,
  { accountId }: Viewer,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = await database.transaction((writer) =>
    writer
      .updateTable('second_factors')
      .set({ name })
      .where('id', '=', idOf(id))
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst(),
  );
  if (renamed === undefined) throw httpErrors.notFound(words.noFactor);
}

/**
 * Removes a factor; recovery codes go with the last one.
 * @throws 409 for the last one of an administrator who must have one
 */
async function removeFactor(
  context: AppContext,
  { accountId, email, role }: Viewer,
  id: string,
): Promise<void> {
  const { database, clock, settings } = context;
  await database.transaction(async (writer) => {
    const now = clock.now();
    const removed = await writer
      .deleteFrom('second_factors')
      .where('id', '=', idOf(id))
      .where('account_id', '=', accountId)
      .returning('kind')
      .executeTakeFirst();
    if (removed === undefined) return;
    const isLast = (await factorsOf(writer, accountId)).length === 0;
    if (isLast && settings.requireSecondFactor && role === 'administrator')
      throw httpErrors.conflict(words.lastOne);
    if (isLast) await writer.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
    await markSecondFactor(writer, accountId);
    const before = { kind: removed.kind };
    await recordOwnAuditEvent(writer, {
      at: now,
      accountId,
      act: 'remove-second-factor',
      subject: email,
      before,
    });
    const what = removed.kind === 'passkey' ? 'A passkey' : 'An authenticator app';
    const rest = isLast ? ' Two-step verification is now off.' : '';
    const lead = `${what} has been removed from your account.${rest}`;
    const subject = `${what} has been removed from your account`;
    await notifyHolder(writer, context, accountId, { subject, lead, now });
  });
}

/** @throws 409 without a second factor */
async function renewRecoveryCodes(context: AppContext, { accountId, email, hasSecondFactor }: Viewer) {
  if (!hasSecondFactor) throw httpErrors.conflict(words.noCodesYet);
  const codes = await makeRecoveryCodes(context);
  await context.database.transaction(async (writer) => {
    const now = context.clock.now();
    await storeRecoveryCodes(writer, accountId, codes);
    await recordOwnAuditEvent(writer, { at: now, accountId, act: 'renew-recovery-codes', subject: email });
    const lead = 'New recovery codes were created for your account. Your old codes no longer work.';
    const subject = 'New recovery codes for your account';
    await notifyHolder(writer, context, accountId, { subject, lead, now });
  });
  return { message: serverMessages.recoveryCodesMade, recovery_codes: codes.shown };
}

/**
 * Removes all second factors, by the operator. Sessions end, since the lost device may be in other hands.
 * @returns the number of removed factors
 * @throws 404 for an unknown account
 */
export async function resetSecondFactor(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  address: string,
): Promise<{ email: string; removed: number }> {
  return context.database.transaction(async (writer) => {
    const account = await requireAccount(writer, address);
    const { email } = account;
    const kinds = (await factorsOf(writer, account.id)).map(({ kind }) => kind);
    if (kinds.length === 0) return { email, removed: 0 };
    const now = context.clock.now();
    await removeFactors(writer, account.id);
    const hadCalendar = await endAccess(writer, 'logOut', { accountId: account.id, email, now });
    await forgetDevices(writer, account.id);
    await clearFailedLogins(writer, email, undefined, 'code');
    const act = { at: now, actorId: null, act: 'reset-second-factor', subject: email } as const;
    await recordAuditEvent(writer, { ...act, aboutId: account.id, before: { kinds } });
    const done =
      'The office has turned off two-step verification for your account and logged out all devices. You can set it up again under “Your account”.';
    const lead = done + (hadCalendar ? calendarEnded : '');
    const subject = 'Two-step verification has been turned off';
    await notifyHolder(writer, context, account.id, { subject, lead, now, by: 'office' });
    return { email, removed: kinds.length };
  });
}

export const changeFactorCalls = [
  read(calls.renameFactor, {
    who: signedIn,
    async run({ context, resource, params, body }) {
      await renameFactor(context, resource, { ...params, ...body });
      return { message: ownAccountMessages.factorRenamed };
    },
  }),

  read(calls.removeFactor, {
    who: freshlySignedIn,
    run({ context, resource, params, request }) {
      const remove = () => removeFactor(context, resource, params.id);
      return logOutcome(request, { done: 'second-factor-removed' }, remove);
    },
  }),

  read(calls.renewRecoveryCodes, {
    who: freshlySignedIn,
    run({ context, resource, request }) {
      const renew = () => renewRecoveryCodes(context, resource);
      return logOutcome(request, { done: 'recovery-codes-renewed' }, renew);
    },
  }),
];
