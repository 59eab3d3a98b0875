import { messages } from '#contract/messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { useNewEmail } from '../own-account/change-email.ts';
import { type ConfirmHolder, mailConfirmation, useConfirmation } from './email-confirmations.ts';
import { enforceRateLimits, recordAttempts } from '../rate-limits.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { accountById } from '../queries.ts';

/**
 * Confirms an address by its mailed link: the account's own, or its new one.
 * @returns the message, and the changed account or null
 * @throws 400 for an invalid token
 */
export async function confirmEmail(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  confirmHolder: ConfirmHolder,
  token: string,
): Promise<{ message: string; accountId: number | null }> {
  return context.database.transaction(async (writer) => {
    const now = context.clock.now();
    const used = await useConfirmation(writer, token, now);
    if (used === undefined) throw httpErrors.badRequest(messages.tokenInvalid);
    if (used === null) return { message: messages.addressConfirmedBefore, accountId: null };
    const { accountId } = used;
    const { email } = await accountById(writer, accountId);
    if (used.email !== email) {
      await useNewEmail(writer, context, confirmHolder, { ...used, now });
      return { message: messages.addressChanged, accountId };
    }
    await confirmHolder(writer, accountId, now);
    return { message: messages.addressConfirmed, accountId };
  });
}

/** @throws 409 for a confirmed address and without mail, 429 after too many */
export async function sendConfirmation(
  context: AppContext,
  { accountId, email, isConfirmed }: Viewer,
  key: string | null,
): Promise<string> {
  const request = { accountId, kind: 'confirmation', key, content: [email] } as const;
  await once(context, request, async (writer, now) => {
    if (isConfirmed) throw httpErrors.conflict(messages.addressConfirmedBefore);
    if (context.settings.smtpUrl === null) throw httpErrors.conflict(serverMessages.confirmAtOffice);
    const counted = [{ kind: 'confirm-account', subject: String(accountId) }] as const;
    await enforceRateLimits(writer, counted, now);
    await recordAttempts(writer, counted, now);
    await mailConfirmation(writer, context, { id: accountId, email }, now);
  });
  return messages.confirmationSent;
}
