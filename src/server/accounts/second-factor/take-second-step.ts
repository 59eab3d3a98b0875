import type { SignedByPasskey } from '#contract/accounts/second-factor-calls';
import type { AppContext } from '../../platform/context.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { beginLoginAttempt, enforceLoginLimits } from '../login/login-limits.ts';
import { enterAccount, type FinishedLogin, type LoginSource } from '../login/finish-login.ts';
import { holderOf } from '../own-account/own-account-queries.ts';
import { hashToken } from '../random-token.ts';
import { checkCode, type Proof } from './check-code.ts';
import { checkPasskey, passkeyToSign } from './passkeys.ts';
import { countStepAttempt, requirePendingLogin, usePendingLogin } from './pending-logins.ts';

/** A login that is over, and whose. */
type Entered = FinishedLogin & { accountId: number };
/** A login whose password was right: `token` is its cookie's. `onKnown` hears whose it is, before anything is refused. */
type Step = { token: string | null; source: LoginSource; onKnown(accountId: number): void };

/**
 * Ends a login with an app's code or a recovery code.
 * @throws 401 where no login waits, 429 after too many wrong codes, 400 for one that does not fit or was used
 */
export async function stepByCode(
  context: AppContext,
  { token, source, onKnown }: Step,
  code: string,
): Promise<Entered> {
  const { database, clock } = context;
  const now = clock.now();
  const { accountId } = await requirePendingLogin(database.reader, token, now);
  onKnown(accountId);
  const { email } = await holderOf(database.reader, accountId);
  const { network } = source;
  const device = await findKnownDevice(database.reader, { token: source.deviceToken, email, now });
  const scope = { email, network, device, what: 'code' } as const;
  await enforceLoginLimits(database.reader, scope, now);
  const attempt = await beginLoginAttempt(context, scope);
  await database.transaction((writer) => countStepAttempt(writer, token, now));
  const turn = { network, account: email, isKnown: device !== null };
  const proof = await checkCode(context, accountId, code, turn);
  return enter(
    context,
    { accountId, token: token as string, source },
    {
      async use(writer) {
        await proof.use(writer);
        await attempt.forget(writer);
      },
    },
  );
}

/** What a passkey has to sign. @throws 401 where no login waits, 409 where the portal offers none */
export async function passkeyOfStep(context: AppContext, token: string | null) {
  const { accountId } = await requirePendingLogin(context.database.reader, token, context.clock.now());
  return passkeyToSign(context, { accountId, holder: hashToken(token as string) });
}

/** Ends a login with a passkey. Nobody can guess what it signs: what is counted is the login's own attempts. @throws as above */
export async function stepByPasskey(
  context: AppContext,
  { token, source, onKnown }: Step,
  passkey: SignedByPasskey,
): Promise<Entered> {
  const { database, clock } = context;
  const now = clock.now();
  const { accountId } = await requirePendingLogin(database.reader, token, now);
  onKnown(accountId);
  await database.transaction((writer) => countStepAttempt(writer, token, now));
  const proof = await checkPasskey(context, { accountId, holder: hashToken(token as string) }, passkey);
  return enter(context, { accountId, token: token as string, source }, proof);
}

async function enter(
  { database, clock }: AppContext,
  { accountId, token, source }: { accountId: number; token: string; source: LoginSource },
  proof: Proof,
): Promise<Entered> {
  const finished = await database.transaction(async (writer) => {
    const now = clock.now();
    await usePendingLogin(writer, token, now);
    await proof.use(writer);
    return enterAccount(writer, { accountId, now }, source);
  });
  return { accountId, ...finished };
}
