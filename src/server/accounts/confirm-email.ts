import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { mailConfirmation, useConfirmation } from './email-confirmations.ts';
import { enforceRateLimit, recordAttempt } from './rate-limits.ts';
import type { Viewer } from './viewer.ts';

/**
 * Confirms an account's address because its holder has shown that mail to it arrives, and gives the account what was imported
 * about the address; nothing for an address that is confirmed. Later capabilities have a say in it: `app.ts` hands it in.
 */
export type ConfirmHolder = (writer: Writer, accountId: number, now: number) => Promise<void>;

/**
 * Confirms an address with the token of a mailed link.
 * @returns the words for its holder: a second press, or a second link, says that it is confirmed already
 * @throws 400 for a token that is unknown, used or expired
 */
export async function confirmEmail(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  confirmHolder: ConfirmHolder,
  token: string,
): Promise<string> {
  return database.transaction(async (writer) => {
    const now = clock.now();
    const used = await useConfirmation(writer, token, now);
    if (used === undefined) throw httpErrors.badRequest(messages.tokenInvalid);
    if (used === null) return messages.addressConfirmedBefore;
    await confirmHolder(writer, used.accountId, now);
    return messages.addressConfirmed;
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
      await enforceRateLimit(writer, 'confirm-account', String(accountId), now);
      await recordAttempt(writer, 'confirm-account', String(accountId), now);
      await mailConfirmation(writer, context, { id: accountId, email }, now);
      return accountId;
    });
  });
  return messages.confirmationSent;
}
