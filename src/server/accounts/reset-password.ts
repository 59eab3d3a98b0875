import type { AppContext } from '../platform/context.ts';
import { endSessionsOf } from '../platform/http/sessions.ts';
import { useToken } from './one-time-tokens.ts';

/** Sets a new password with a one-time token and ends every session of the account. */
export async function resetPassword(context: AppContext, token: string, password: string): Promise<void> {
  const passwordHash = await context.passwords.hash(password);
  await context.database.transaction(async (writer) => {
    const accountId = (await useToken(writer, 'reset', token, context.clock.now())) as number;
    await writer.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
    await endSessionsOf(writer, accountId);
  });
}
