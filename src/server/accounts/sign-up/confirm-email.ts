import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { useNewEmail } from '../own-account/change-email.ts';
import { type ConfirmHolder, mailConfirmation, useConfirmation } from './email-confirmations.ts';
import { accountToConfirm } from '../queries.ts';
import { enforceRateLimit, recordAttempt } from '../rate-limits.ts';
import type { Viewer } from '../sessions/viewer.ts';

/**
 * Confirms an address with the token of a mailed link: the account's own, or the one that is to take its place.
 * @returns the words for its holder: a second press, or a second link, says that it is confirmed already; and whose account
 *   was changed, null for none
 * @throws 400 for a token that is unknown, used or expired
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
    const { email } = await accountToConfirm(writer, accountId);
    if (used.email !== email) {
      await useNewEmail(writer, context, confirmHolder, { ...used, now });
      return { message: messages.addressChanged, accountId };
    }
    await confirmHolder(writer, accountId, now);
    return { message: messages.addressConfirmed, accountId };
  });
}

/**
 * Mails the link once more.
 * @param key the request's Idempotency-Key: a repetition sends no other one
 * @throws 409 where the address is confirmed or mail cannot be sent, 429 when it was sent often enough
 */
export async function sendConfirmation(
  context: AppContext,
  { accountId, email, isConfirmed }: Viewer,
  key: string | null,
): Promise<string> {
  const { database, clock, settings } = context;
  if (isConfirmed) throw httpErrors.conflict(messages.addressConfirmedBefore);
  if (settings.smtpUrl === null) throw httpErrors.conflict(messages.confirmAtOffice);
  await database.transaction(async (writer) => {
    const now = clock.now();
    const request = { accountId, kind: 'confirmation', key, content: [email], now } as const;
    await makeOnce(writer, request, async () => {
      await enforceRateLimit(writer, { kind: 'confirm-account', subject: String(accountId) }, now);
      await recordAttempt(writer, { kind: 'confirm-account', subject: String(accountId) }, now);
      await mailConfirmation(writer, context, { id: accountId, email }, now);
      return accountId;
    });
  });
  return messages.confirmationSent;
}
