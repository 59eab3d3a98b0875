import { normalizeEmail } from '#contract/limits';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { notifyHolder } from '../own-account/notify-holder.ts';
import { holderOf } from '../own-account/own-account-queries.ts';
import { accountByEmail } from '../queries.ts';
import { clearFailedLogins } from '../rate-limits.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { factorsOf, removeFactors } from './factor-queries.ts';
import { endPendingLogins } from './pending-logins.ts';

/**
 * Takes every second factor of an account away, by the operator's word that its holder stands there: after that the password
 * alone logs in. Its sessions end, since what is lost may be in somebody's hands.
 * @returns how many factors there were
 * @throws 404 without such an account
 */
export async function resetSecondFactor(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  address: string,
): Promise<{ email: string; removed: number }> {
  const email = normalizeEmail(address);
  return context.database.transaction(async (writer) => {
    const account = await accountByEmail(writer, email);
    if (account === undefined) throw httpErrors.notFound(`There is no account with the address ${email}.`);
    const kinds = (await factorsOf(writer, account.id)).map(({ kind }) => kind);
    if (kinds.length === 0) return { email, removed: 0 };
    const now = context.clock.now();
    await removeFactors(writer, account.id);
    await endPendingLogins(writer, account.id);
    await endSessionsOf(writer, account.id);
    await forgetDevices(writer, account.id);
    await clearFailedLogins(writer, email, undefined, 'code');
    const act = {
      at: now,
      actorId: null,
      act: 'reset-second-factor',
      subject: email,
      aboutId: account.id,
    } as const;
    await recordAct(writer, { ...act, before: { kinds }, after: null });
    const lead =
      "The academy's office has removed the second factor of your account. All sessions have ended; a login asks for the password alone. You can set up a new one under “Your account”.";
    const subject = 'The second factor of your account has been removed';
    await notifyHolder(writer, context, await holderOf(writer, account.id), { subject, lead, now });
    return { email, removed: kinds.length };
  });
}
