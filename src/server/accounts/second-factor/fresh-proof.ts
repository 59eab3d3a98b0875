import { httpErrors } from '../../platform/http/http-errors.ts';
import { signedIn } from '../policy.ts';
import type { Viewer, ViewerRule } from '../sessions/viewer.ts';
import { words } from './words.ts';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import * as calls from '#contract/accounts/second-factor-calls';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { deviceTokenOf, sessionTokenOf } from '../sessions/cookies.ts';
import { read } from '../sessions/declared.ts';
import type { AppContext } from '../../platform/context.ts';
import { beginLoginAttempt } from '../login/login-limits.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { hashToken } from '../random-token.ts';
import { holderOf } from '../own-account/own-account-queries.ts';
import { requirePassword } from '../login/require-password.ts';
import { isProven } from '../sessions/recent-proof.ts';
import { markProven } from '../sessions/sessions.ts';
import { checkCode, refuseUnreadableCode } from './check-code.ts';
import { checkPasskey, passkeyToSign } from './passkeys.ts';

/**
 * Requires a recent identity check for what cannot be undone; never for a call of the specification.
 * @param asked `holders`: only of users with a second factor, where the request has the password
 */
export const freshly =
  <Resource>(
    rule: ViewerRule<Resource>,
    asked: 'everybody' | 'holders' = 'everybody',
  ): ViewerRule<Resource> =>
  async (check) => {
    const resource = await rule(check);
    const viewer = check.viewer as Viewer;
    const isAsked = asked === 'everybody' || viewer.hasSecondFactor;
    if (isAsked && !isProven(viewer, check.context.clock.now()))
      throw httpErrors.proofNeeded(words.proofNeeded);
    return resource;
  };

export const freshlySignedIn: ViewerRule<Viewer> = freshly(signedIn);
/** Where the request itself has the password. */
export const freshlySignedInHolder: ViewerRule<Viewer> = freshly(signedIn, 'holders');

type Client = { viewer: Viewer; token: string; network: string; deviceToken: string | null };

/**
 * Confirms the user's identity with a code, or the password without a second factor.
 * @throws 400 for a wrong or used one, 429 after too many
 */
async function giveProof(
  context: AppContext,
  { viewer, token, network, deviceToken }: Client,
  { code, password }: { code?: string | undefined; password?: string | undefined },
): Promise<void> {
  const { database, clock } = context;
  const { accountId, email, hasSecondFactor } = viewer;
  if (!hasSecondFactor) {
    if ((await holderOf(database.reader, accountId)).passwordHash === null)
      throw httpErrors.badRequest(words.logInAgain);
    if (password === undefined || password === '') throw httpErrors.badRequest(words.proofMissing);
    await requirePassword(context, viewer, password);
    await database.transaction((writer) => markProven(writer, token, clock.now()));
    return;
  }
  if (code === undefined) throw httpErrors.badRequest(words.passwordIsNoProof);
  refuseUnreadableCode(code);
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
async function givePasskeyProof(
  context: AppContext,
  { viewer, token }: Pick<Client, 'viewer' | 'token'>,
  passkey: calls.SignedByPasskey,
): Promise<void> {
  const who = { accountId: viewer.accountId, holder: hashToken(token) };
  const proof = await checkPasskey(context, who, passkey);
  await context.database.transaction(async (writer) => {
    await proof.use(writer);
    await markProven(writer, token, context.clock.now());
  });
}

const outcome = {
  done: 'proof-given',
  refused: { 400: 'proof-refused', 429: 'proof-paused' },
} as const;

export const proofCalls = [
  read(calls.prove, {
    who: signedIn,
    async run({ context, resource: viewer, body, request }) {
      const { settings } = context;
      const from = { network: networkOf(request.ip), deviceToken: deviceTokenOf(request, settings) };
      const client = { viewer, token: sessionTokenOf(request, settings) as string, ...from };
      await logOutcome(request, outcome, () => giveProof(context, client, body));
      return { message: ownAccountMessages.proven };
    },
  }),

  read(calls.beginPasskeyProof, {
    who: signedIn,
    async run({ context, resource: { accountId }, request }) {
      const holder = hashToken(sessionTokenOf(request, context.settings) as string);
      return { ...(await passkeyToSign(context, { accountId, holder })) };
    },
  }),

  read(calls.provePasskey, {
    who: signedIn,
    async run({ context, resource: viewer, body, request }) {
      const client = { viewer, token: sessionTokenOf(request, context.settings) as string };
      await logOutcome(request, outcome, () => givePasskeyProof(context, client, body.passkey));
      return { message: ownAccountMessages.proven };
    },
  }),
];
