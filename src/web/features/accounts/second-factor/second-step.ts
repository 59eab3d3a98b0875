import type { CurrentUser } from '#contract/accounts/calls';
import { call } from '../../../lib/calls/client.ts';
import { signWithPasskey } from '../../../lib/session/passkeys.ts';
import { rememberSession } from '../../../lib/session/session.ts';

function entered({ student }: { student: CurrentUser }): CurrentUser {
  rememberSession(student);
  return student;
}

/** Ends a login with an app's code or a recovery code. @throws CallError */
export async function stepByCode(code: string): Promise<CurrentUser> {
  return entered(await call('sendLoginCode', { body: { code } }));
}

/** Ends a login with a passkey. @throws CallError */
export async function stepByPasskey(): Promise<CurrentUser> {
  const passkey = await signWithPasskey(await call('beginPasskeyLogin'));
  return entered(await call('sendPasskeyLogin', { body: { passkey } }));
}
