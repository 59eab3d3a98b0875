import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import * as calls from '#contract/accounts/second-factor-calls';
import type { AppContext } from '../../platform/context.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { deviceTokenOf, pendingTokenOf, sessionTokenOf } from '../sessions/cookies.ts';
import { loginSourceOf, replyEntered } from '../login/login-replies.ts';
import { anyone, signedIn } from '../policy.ts';
import { hashToken } from '../random-token.ts';
import { makeRegistrar } from '../sessions/register-endpoint.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { addApp, addPasskey, beginApp, beginPasskey } from './add-factor.ts';
import { sealAppSecrets } from './app-secret.ts';
import { removeFactor, renameFactor, renewRecoveryCodes } from './change-factors.ts';
import { freshlySignedIn, givePasskeyProof, giveProof } from './fresh-proof.ts';
import { passkeyToSign } from './passkeys.ts';
import { passkeyOfStep, stepByCode, stepByPasskey } from './take-second-step.ts';

export function registerSecondFactorRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { settings } = context;
  server.addHook('onReady', () => sealAppSecrets(context));
  const stepOf = (request: FastifyRequest) => ({
    token: pendingTokenOf(request, settings),
    source: loginSourceOf(request, settings),
    onKnown: (accountId: number) => void (request.accountId = accountId),
  });
  /** A successful step is logged as a login. */
  const stepOutcome = {
    done: () => null,
    refused: { 400: 'second-step-refused', 429: 'second-step-paused' },
  } as const;
  const proofOutcome = {
    done: 'proof-given',
    refused: { 400: 'proof-refused', 429: 'proof-paused' },
  } as const;
  const tokenOf = (request: FastifyRequest) => sessionTokenOf(request, settings) as string;
  const ownerOf = (viewer: Viewer, request: FastifyRequest) => ({
    viewer,
    holder: hashToken(tokenOf(request)),
  });

  on(calls.sendLoginCode, anyone, async ({ body, request, reply }) => {
    const step = () => stepByCode(context, stepOf(request), body.code);
    return replyEntered(context, reply, await logOutcome(request, stepOutcome, step));
  });

  on(calls.beginPasskeyLogin, anyone, async ({ request }) => ({
    ...(await passkeyOfStep(context, pendingTokenOf(request, settings))),
  }));

  on(calls.sendPasskeyLogin, anyone, async ({ body, request, reply }) => {
    const step = () => stepByPasskey(context, stepOf(request), body.passkey);
    return replyEntered(context, reply, await logOutcome(request, stepOutcome, step));
  });

  on(calls.prove, signedIn, async ({ resource: viewer, body, request }) => {
    const from = { network: networkOf(request.ip), deviceToken: deviceTokenOf(request, settings) };
    const client = { viewer, token: tokenOf(request), ...from };
    await logOutcome(request, proofOutcome, () => giveProof(context, client, body));
    return { message: ownAccountMessages.proven };
  });

  on(calls.beginPasskeyProof, signedIn, async ({ resource: { accountId }, request }) => {
    const holder = hashToken(tokenOf(request));
    return { ...(await passkeyToSign(context, { accountId, holder })) };
  });

  on(calls.provePasskey, signedIn, async ({ resource: viewer, body, request }) => {
    const client = { viewer, token: tokenOf(request) };
    await logOutcome(request, proofOutcome, () => givePasskeyProof(context, client, body.passkey));
    return { message: ownAccountMessages.proven };
  });

  on(calls.beginApp, freshlySignedIn, ({ resource, request }) =>
    beginApp(context, ownerOf(resource, request)),
  );

  on(calls.addApp, freshlySignedIn, async ({ resource, body, request }) => {
    const add = () => addApp(context, ownerOf(resource, request), body);
    return logOutcome(request, { done: 'second-factor-added' }, add);
  });

  on(calls.beginPasskey, freshlySignedIn, async ({ resource, request }) => ({
    ...(await beginPasskey(context, ownerOf(resource, request))),
  }));

  on(calls.addPasskey, freshlySignedIn, async ({ resource, body, request }) => {
    const add = () => addPasskey(context, ownerOf(resource, request), body);
    return logOutcome(request, { done: 'second-factor-added' }, add);
  });

  on(calls.renameFactor, signedIn, async ({ resource, params, body }) => {
    await renameFactor(context, resource, { ...params, ...body });
    return { message: ownAccountMessages.factorRenamed };
  });

  on(calls.removeFactor, freshlySignedIn, async ({ resource, params, request }) => {
    const remove = () => removeFactor(context, resource, params.id);
    await logOutcome(request, { done: 'second-factor-removed' }, remove);
  });

  on(calls.renewRecoveryCodes, freshlySignedIn, async ({ resource, request }) => {
    const renew = () => renewRecoveryCodes(context, resource);
    return logOutcome(request, { done: 'recovery-codes-renewed' }, renew);
  });
}
