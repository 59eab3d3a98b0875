import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { minuteMs } from '#contract/durations';
import type { Settings } from '../../platform/settings/settings.ts';
import { makeToken } from '../random-token.ts';
import { cookieName, cookieOptions } from '../sessions/cookies.ts';

export const flowLifetimeMs = 10 * minuteMs;

/** A login that continues at the identity provider. */
export type LoginFlow = {
  /** The cookie's value; everything else is derived from it by hashes, so that any process can continue. */
  secret: string;
  begunAt: number;
  next: string | null;
  /** Returned in the address; proves that this browser began the login. */
  state: string;
  /** Returned in the signed ID token. */
  nonce: string;
  /** PKCE. */
  codeVerifier: string;
  codeChallenge: string;
};

/** The cookie is `begunAt.random.next`. All of it is hashed, so a changed part gives another state. */
function flowOf(secret: string): LoginFlow | null {
  const [begun = '', random = '', next] = secret.split('.');
  if (!/^\d{1,15}$/.test(begun) || random.length < 43 || next === undefined) return null;
  const derive = (name: string) => hash('sha256', `${name}.${secret}`, 'base64url');
  const codeVerifier = derive('code-verifier');
  return {
    secret,
    begunAt: Number(begun),
    next: next === '' ? null : Buffer.from(next, 'base64url').toString(),
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier,
    codeChallenge: hash('sha256', codeVerifier, 'base64url'),
  };
}

export function beginLoginFlow(next: string | null, now: number): LoginFlow {
  return flowOf(`${now}.${makeToken()}.${Buffer.from(next ?? '').toString('base64url')}`) as LoginFlow;
}

const flowCookieName = (settings: Settings) => cookieName(settings, 'capstone-flow');

export function setFlowCookie(reply: FastifyReply, settings: Settings, { secret }: LoginFlow): void {
  const maxAge = flowLifetimeMs / 1000;
  reply.setCookie(flowCookieName(settings), secret, { ...cookieOptions(settings), maxAge });
}

export function clearFlowCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(flowCookieName(settings), cookieOptions(settings));
}

/** Null without a login, and for an expired one. */
export function flowOfRequest(request: FastifyRequest, settings: Settings, now: number): LoginFlow | null {
  const flow = flowOf(request.cookies[flowCookieName(settings)] ?? '');
  return flow === null || now >= flow.begunAt + flowLifetimeMs || now < flow.begunAt ? null : flow;
}
