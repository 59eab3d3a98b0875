import { normalizeEmail } from '#contract/limits';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { issueToken } from './one-time-tokens.ts';
import { accountByEmail } from './queries.ts';

/**
 * Makes the token of a link with which an account's holder chooses a new password; earlier links end.
 * @throws a 404 error without such an account
 */
export async function issuePasswordReset(
  context: Pick<AppContext, 'database' | 'clock'>,
  address: string,
): Promise<{ email: string; token: string }> {
  const email = normalizeEmail(address);
  return context.database.transaction(async (writer) => {
    const account = await accountByEmail(writer, email);
    if (account === undefined) throw httpErrors.notFound(`There is no account with the address ${email}.`);
    const now = context.clock.now();
    const token = await issueToken(writer, 'reset', account.id, now);
    await recordAct(writer, {
      at: now,
      actorId: null,
      act: 'issue-password-reset',
      subject: email,
      before: null,
      after: null,
    });
    return { email, token };
  });
}
