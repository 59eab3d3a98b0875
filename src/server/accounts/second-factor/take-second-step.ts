import type { FastifyRequest } from 'fastify';
import * as calls from '#contract/accounts/second-factor-calls';
import type { AppContext } from '../../platform/context.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { loginSourceOf, replyEntered } from '../login/login-replies.ts';
import { anyone } from '../policy.ts';
import { pendingTokenOf } from '../sessions/cookies.ts';
import { read } from '../sessions/declared.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { beginLoginAttempt } from '../login/login-limits.ts';
import { enterAccount, type FinishedLogin, type LoginSource } from '../login/finish-login.ts';
import { holderOf } from '../own-account/own-account-queries.ts';
import { hashToken } from '../random-token.ts';
import { checkCode, refuseUnreadableCode, type Proof } from './check-code.ts';
import { checkPasskey, passkeyToSign } from './passkeys.ts';
import { countStepAttempt, requirePendingLogin, usePendingLogin } from './pending-logins.ts';

type Entered = FinishedLogin & { accountId: number };
/** `token` is the pending login's cookie. `onKnown` gets the account before any refusal. */
type Step = { token: string | null; source: LoginSource; onKnown(accountId: number): void };

/** @throws 401 without a pending login, 429 after too many wrong codes, 400 for a wrong or used one */
async function stepByCode(
  context: AppContext,
  { token, source, onKnown }: Step,
  code: string,
): Promise<Entered> {
  const { database, clock } = context;
  const now = clock.now();
  const { accountId } = await requirePendingLogin(database.reader, token, now);
  onKnown(accountId);
  refuseUnreadableCode(code);
  const { email } = await holderOf(database.reader, accountId);
  const { network } = source;
  const device = await findKnownDevice(database.reader, { token: source.deviceToken, email, now });
  const scope = { email, network, device, what: 'code' } as const;
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

/** @throws 401 without a pending login, 409 without passkeys */
async function passkeyOfStep(context: AppContext, token: string | null) {
  const { accountId } = await requirePendingLogin(context.database.reader, token, context.clock.now());
  return passkeyToSign(context, { accountId, holder: hashToken(token as string) });
}

/**
 * A passkey cannot be guessed, so only the login's own attempts count.
 * @throws as above
 */
async function stepByPasskey(
  context: AppContext,
  { token, source, onKnown }: Step,
  passkey: calls.SignedByPasskey,
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

const stepOf = (request: FastifyRequest, { settings }: AppContext): Step => ({
  token: pendingTokenOf(request, settings),
  source: loginSourceOf(request, settings),
  onKnown: (accountId) => void (request.accountId = accountId),
});

/** A successful step is logged as a login. */
const outcome = {
  done: () => null,
  refused: { 400: 'second-step-refused', 429: 'second-step-paused' },
} as const;

export const secondStepCalls = [
  read(calls.sendLoginCode, {
    who: anyone,
    async run({ context, body, request, reply }) {
      const step = () => stepByCode(context, stepOf(request, context), body.code);
      return replyEntered(context, reply, await logOutcome(request, outcome, step));
    },
  }),

  read(calls.beginPasskeyLogin, {
    who: anyone,
    run: async ({ context, request }) => ({
      ...(await passkeyOfStep(context, pendingTokenOf(request, context.settings))),
    }),
  }),

  read(calls.sendPasskeyLogin, {
    who: anyone,
    async run({ context, body, request, reply }) {
      const step = () => stepByPasskey(context, stepOf(request, context), body.passkey);
      return replyEntered(context, reply, await logOutcome(request, outcome, step));
    },
  }),
];
