import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AcademyLoginFailure } from '#contract/accounts/academy-failures';
import { academyCallbackPath, academyLoginPath } from '#contract/accounts/academy-login';
import { landingOf, safeNext, secondStepAddress } from '#contract/screens';
import type { AppContext } from '../../platform/context.ts';
import { HttpError } from '../../platform/http/http-errors.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { logSecurityEvent } from '../../platform/http/security-log.ts';
import { portalLink } from '../../platform/portal-link.ts';
import type { ConfirmHolder } from '../sign-up/email-confirmations.ts';
import { admit, loginSourceOf } from '../login/login-replies.ts';
import { presentCurrentUser } from '../presenter.ts';
import { beginAttempts, countedByNetwork, removeAttempts } from '../rate-limits.ts';
import { AcademyLoginError } from './identity.ts';
import { makeIdentityProvider, type IdentityProvider } from './identity-provider.ts';
import { logInWithIdentity } from './log-in-with-identity.ts';
import {
  beginLoginFlow,
  clearFlowCookie,
  flowOfRequest,
  setFlowCookie,
  type LoginFlow,
} from './login-flow.ts';

/**
 * The page with the link or, on the login screen, its `next`. From the referrer, so that the login page is
 * the same for everybody and no other site can set it.
 */
function nextOf({ headers: { referer } }: FastifyRequest, origin: string): string | null {
  const from = URL.parse(referer ?? '');
  if (from === null || from.origin !== origin) return null;
  if (from.pathname.toLowerCase() === '/login') return safeNext(from.searchParams.get('next'));
  return safeNext(`${from.pathname}${from.search}`);
}

function failureAddress(failure: AcademyLoginFailure, next: string | null): string {
  const after = next === null ? '' : `&next=${encodeURIComponent(next)}`;
  return `/login?notice=${failure}${after}`;
}

/**
 * Counts the login before asking the provider and removes the count on success, so that nobody can flood the
 * provider.
 */
async function counted<T>(context: AppContext, network: string, run: () => Promise<T>): Promise<T> {
  const ids = await beginAttempts(context, countedByNetwork('academy-address', network));
  const done = await run();
  await context.database.nonDurableTransaction((writer) => removeAttempts(writer, ids));
  return done;
}

/**
 * OpenID Connect, authorization code with PKCE. Plain links and redirects, so that it works without scripts.
 */
export function registerAcademyLogin(
  server: FastifyInstance,
  context: AppContext,
  confirmHolder: ConfirmHolder,
): void {
  const { settings, clock } = context;
  if (settings.oidc === null) return;
  const { makesAccounts } = settings.oidc;
  const redirectUri = portalLink(settings, academyCallbackPath);
  const { origin } = new URL(redirectUri);
  const provider = makeIdentityProvider(settings.oidc, redirectUri, () => clock.now());

  /** The login screen shows the failure; the log has the cause, without codes and tokens. */
  function sendBack(request: FastifyRequest, reply: FastifyReply, error: unknown, next: string | null) {
    const isOften = error instanceof HttpError && error.status === 429;
    if (!(error instanceof AcademyLoginError) && !isOften) throw error;
    const failure = error instanceof AcademyLoginError ? error.failure : 'academy-often';
    logSecurityEvent(request, isOften ? 'login-paused' : 'login-failed');
    request.log.warn({ failure, cause: causeOf(error) }, 'academy login failed');
    return reply.redirect(failureAddress(failure, next), 303);
  }

  server.get(academyLoginPath, { exposeHeadRoute: false }, async (request, reply) => {
    const flow = beginLoginFlow(nextOf(request, origin), clock.now());
    try {
      const url = await provider.authorizationUrl(flow);
      setFlowCookie(reply, settings, flow);
      return reply.redirect(url.href, 303);
    } catch (error) {
      return sendBack(request, reply, error, flow.next);
    }
  });

  server.get(academyCallbackPath, { exposeHeadRoute: false }, async (request, reply) => {
    const flow = flowOfRequest(request, settings, clock.now());
    clearFlowCookie(reply, settings);
    try {
      return await finish(request, reply, flow);
    } catch (error) {
      return sendBack(request, reply, error, flow?.next ?? null);
    }
  });

  async function finish(request: FastifyRequest, reply: FastifyReply, flow: LoginFlow | null) {
    const { state } = request.query as { state?: unknown };
    if (flow === null || state !== flow.state) throw new AcademyLoginError('academy-again');
    const network = networkOf(request.ip);
    const identity = await counted(context, network, () => redeem(provider, request, flow));
    const finished = await logInWithIdentity(
      context,
      confirmHolder,
      { identity, flow, makesAccounts },
      loginSourceOf(request, settings),
    );
    request.accountId = finished.accountId;
    const admitted = await admit(context, reply, finished);
    const next = safeNext(flow.next);
    if (!('role' in admitted)) return reply.redirect(secondStepAddress(admitted, next), 303);
    return reply.redirect(next ?? landingOf(presentCurrentUser(admitted, settings)), 303);
  }
}

function redeem(provider: IdentityProvider, { url }: FastifyRequest, flow: LoginFlow) {
  return provider.redeem(url.slice(url.indexOf('?')), flow);
}

/** Messages only: other fields of these errors hold the provider's whole answers. */
function causeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const words = [];
  for (let cause = error.cause; cause instanceof Error && words.length < 4; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
    words.push(`${cause.message}${code}`);
  }
  return words.length === 0 ? undefined : words.join('; ');
}
