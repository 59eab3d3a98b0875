import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { minuteMs } from '#contract/durations';
import type { Settings } from '../../platform/settings/settings.ts';
import { makeToken } from '../random-token.ts';
import { cookieOptions } from '../sessions/cookies.ts';

/** How long somebody may take at the identity provider. */
export const flowLifetimeMs = 10 * minuteMs;

/** A login that has begun in a browser and goes on at the identity provider. */
export type LoginFlow = {
  /** What the cookie holds; everything else is derived from it by one-way hashes, so that any machine can go on with it. */
  secret: string;
  begunAt: number;
  /** Where it leads. */
  next: string | null;
  /** Comes back in the address: only this browser has begun the login that it belongs to. */
  state: string;
  /** Comes back in the signed ID token. */
  nonce: string;
  /** Proves to the provider that who redeems the code has asked for it (PKCE). */
  codeVerifier: string;
  codeChallenge: string;
};

/**
 * The cookie's text is `begunAt.random.next`, and all of it goes into the hashes: whoever changes a part of it afterwards has
 * another state than the one at the provider.
 */
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

/** @param next a path of the portal, or null */
export function beginLoginFlow(next: string | null, now: number): LoginFlow {
  return flowOf(`${now}.${makeToken()}.${Buffer.from(next ?? '').toString('base64url')}`) as LoginFlow;
}

function flowCookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone-flow' : 'capstone-flow';
}

export function setFlowCookie(reply: FastifyReply, settings: Settings, { secret }: LoginFlow): void {
  const maxAge = flowLifetimeMs / 1000;
  reply.setCookie(flowCookieName(settings), secret, { ...cookieOptions(settings), maxAge });
}

export function clearFlowCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(flowCookieName(settings), cookieOptions(settings));
}

/** The login that a request's browser has begun; null for none, and for one that has taken too long. */
export function flowOfRequest(request: FastifyRequest, settings: Settings, now: number): LoginFlow | null {
  const flow = flowOf(request.cookies[flowCookieName(settings)] ?? '');
  return flow === null || now >= flow.begunAt + flowLifetimeMs || now < flow.begunAt ? null : flow;
}
