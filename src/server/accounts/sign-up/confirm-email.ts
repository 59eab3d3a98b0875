import * as calls from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { serverMessages } from '../../platform/http/server-messages.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { logOutcome, type SecurityEvent } from '../../platform/http/security-log.ts';
import { useNewEmail } from '../own-account/change-email.ts';
import { type ConfirmHolder, mailConfirmation, useConfirmation } from './email-confirmations.ts';
import { takeAttempt } from '../rate-limits.ts';
import { anyone, signedIn } from '../policy.ts';
import { act, read } from '../sessions/act.ts';
import { accountById } from '../queries.ts';

/**
 * Confirms an address by its mailed link: the account's own, or its new one.
 * @returns the message, and the changed account or null
 * @throws 400 for an invalid token
 */
async function confirmEmail(
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

/** Security events by the message of the answer. */
const events: Partial<Record<string, SecurityEvent>> = {
  [messages.addressConfirmed]: 'address-confirmed',
  [messages.addressChanged]: 'address-changed',
};

export const confirmationCalls = (confirmHolder: ConfirmHolder) => [
  read(calls.confirmEmail, {
    who: anyone,
    async run({ context, body, request }) {
      const { message } = await logOutcome(
        request,
        {
          done: (confirmed) => events[confirmed.message] ?? null,
          refused: { 400: 'confirmation-refused' },
          account: ({ accountId }) => accountId,
        },
        () => confirmEmail(context, confirmHolder, body.token),
      );
      return { message };
    },
  }),

  act(calls.sendConfirmation, {
    who: signedIn,
    key: { kind: 'confirmation', content: ({ resource: { email } }) => [email] },
    async run(writer, { context, resource: { accountId, email, isConfirmed }, now }) {
      if (isConfirmed) throw httpErrors.conflict(messages.addressConfirmedBefore);
      if (context.settings.smtpUrl === null) throw httpErrors.conflict(serverMessages.confirmAtOffice);
      await takeAttempt(writer, { kind: 'confirm-account', subject: String(accountId) }, now);
      await mailConfirmation(writer, context, { id: accountId, email }, now);
      return { id: accountId };
    },
    answer: async () => ({ message: ownAccountMessages.confirmationSent }),
  }),
];
