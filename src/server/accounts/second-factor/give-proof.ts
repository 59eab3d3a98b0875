import type { SignedByPasskey } from '#contract/accounts/second-factor-calls';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { beginLoginAttempt } from '../login/login-limits.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { hashToken } from '../random-token.ts';
import { requirePassword } from '../login/require-password.ts';
import { markProven } from '../sessions/sessions.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { checkCode } from './check-code.ts';
import { checkPasskey } from './passkeys.ts';
import { words } from './words.ts';

type Client = { viewer: Viewer; token: string; network: string; deviceToken: string | null };

/**
 * Confirms the user's identity with a code, or the password without a second factor.
 * @throws 400 for a wrong or used one, 429 after too many
 */
export async function giveProof(
  context: AppContext,
  { viewer, token, network, deviceToken }: Client,
  { code, password }: { code?: string | undefined; password?: string | undefined },
): Promise<void> {
  const { database, clock } = context;
  const { accountId, email, hasSecondFactor } = viewer;
  if (!hasSecondFactor) {
    if (password === undefined || password === '') throw httpErrors.badRequest(words.proofMissing);
    await requirePassword(context, accountId, password);
    await database.transaction((writer) => markProven(writer, token, clock.now()));
    return;
  }
  if (code === undefined) throw httpErrors.badRequest(words.passwordIsNoProof);
  const now = clock.now();
  const device = await findKnownDevice(database.reader, { token: deviceToken, email, now });
  const scope = { email, network, device, what: 'code' } as const;
  const attempt = await beginLoginAttempt(context, scope);
  const proof = await checkCode(context, accountId, code, { network, account: email, isKnown: true });
  await database.transaction(async (writer) => {
    await proof.use(writer);
    await attempt.forget(writer);
    await markProven(writer, token, clock.now());
  });
}

/** @throws 400, 409 */
export async function givePasskeyProof(
  context: AppContext,
  { viewer, token }: Pick<Client, 'viewer' | 'token'>,
  passkey: SignedByPasskey,
): Promise<void> {
  const who = { accountId: viewer.accountId, holder: hashToken(token) };
  const proof = await checkPasskey(context, who, passkey);
  await context.database.transaction(async (writer) => {
    await proof.use(writer);
    await markProven(writer, token, context.clock.now());
  });
}
