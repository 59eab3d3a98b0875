import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages';
import * as calls from '#contract/accounts/second-factor-calls';
import type { AppContext } from '../../platform/context.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { deviceTokenOf, pendingTokenOf, sessionTokenOf } from '../sessions/cookies.ts';
import { loginSourceOf, replyEntered } from '../login/login-replies.ts';
import { anyone, signedIn } from '../policy.ts';
import { hashToken } from '../random-token.ts';
import { registerEndpoint } from '../sessions/register-endpoint.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { addApp, addPasskey, beginApp, beginPasskey } from './add-factor.ts';
import { sealAppSecrets } from './app-secret.ts';
import { removeFactor, renameFactor, renewRecoveryCodes } from './change-factors.ts';
import { freshlySignedIn, givePasskeyProof, giveProof } from './fresh-proof.ts';
import { passkeyToSign } from './passkeys.ts';
import { passkeyOfStep, stepByCode, stepByPasskey } from './take-second-step.ts';

export function registerSecondFactorRoutes(server: FastifyInstance, context: AppContext): void {
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

  registerEndpoint(server, context, calls.sendLoginCode, {
    authorize: anyone,
    async handle({ body, request, reply }) {
      const step = () => stepByCode(context, stepOf(request), body.code);
      return replyEntered(context, reply, await logOutcome(request, stepOutcome, step));
    },
  });

  registerEndpoint(server, context, calls.beginPasskeyLogin, {
    authorize: anyone,
    async handle({ request }) {
      return { status: 200, body: { ...(await passkeyOfStep(context, pendingTokenOf(request, settings))) } };
    },
  });

  registerEndpoint(server, context, calls.sendPasskeyLogin, {
    authorize: anyone,
    async handle({ body, request, reply }) {
      const step = () => stepByPasskey(context, stepOf(request), body.passkey);
      return replyEntered(context, reply, await logOutcome(request, stepOutcome, step));
    },
  });

  registerEndpoint(server, context, calls.prove, {
    authorize: signedIn,
    async handle({ resource: viewer, body, request }) {
      const from = { network: networkOf(request.ip), deviceToken: deviceTokenOf(request, settings) };
      const client = { viewer, token: tokenOf(request), ...from };
      await logOutcome(request, proofOutcome, () => giveProof(context, client, body));
      return { status: 200, body: { message: messages.proven } };
    },
  });

  registerEndpoint(server, context, calls.beginPasskeyProof, {
    authorize: signedIn,
    async handle({ resource: { accountId }, request }) {
      const holder = hashToken(tokenOf(request));
      return { status: 200, body: { ...(await passkeyToSign(context, { accountId, holder })) } };
    },
  });

  registerEndpoint(server, context, calls.provePasskey, {
    authorize: signedIn,
    async handle({ resource: viewer, body, request }) {
      const client = { viewer, token: tokenOf(request) };
      await logOutcome(request, proofOutcome, () => givePasskeyProof(context, client, body.passkey));
      return { status: 200, body: { message: messages.proven } };
    },
  });

  registerEndpoint(server, context, calls.beginApp, {
    authorize: freshlySignedIn,
    async handle({ resource, request }) {
      return { status: 200, body: await beginApp(context, ownerOf(resource, request)) };
    },
  });

  registerEndpoint(server, context, calls.addApp, {
    authorize: freshlySignedIn,
    async handle({ resource, body, request }) {
      const add = () => addApp(context, ownerOf(resource, request), body);
      return { status: 200, body: await logOutcome(request, { done: 'second-factor-added' }, add) };
    },
  });

  registerEndpoint(server, context, calls.beginPasskey, {
    authorize: freshlySignedIn,
    async handle({ resource, request }) {
      return { status: 200, body: { ...(await beginPasskey(context, ownerOf(resource, request))) } };
    },
  });

  registerEndpoint(server, context, calls.addPasskey, {
    authorize: freshlySignedIn,
    async handle({ resource, body, request }) {
      const add = () => addPasskey(context, ownerOf(resource, request), body);
      return { status: 200, body: await logOutcome(request, { done: 'second-factor-added' }, add) };
    },
  });

  registerEndpoint(server, context, calls.renameFactor, {
    authorize: signedIn,
    async handle({ resource, params, body }) {
      await renameFactor(context, resource, { ...params, ...body });
      return { status: 200, body: { message: messages.factorRenamed } };
    },
  });

  registerEndpoint(server, context, calls.removeFactor, {
    authorize: freshlySignedIn,
    async handle({ resource, params, request }) {
      const remove = () => removeFactor(context, resource, params.id);
      await logOutcome(request, { done: 'second-factor-removed' }, remove);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.renewRecoveryCodes, {
    authorize: freshlySignedIn,
    async handle({ resource, request }) {
      const renew = () => renewRecoveryCodes(context, resource);
      return { status: 200, body: await logOutcome(request, { done: 'recovery-codes-renewed' }, renew) };
    },
  });
}
