import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../platform/settings/settings.ts';
import { cookieOptions } from '../sessions/session-cookie.ts';
import { pendingLifeMs } from './pending-logins.ts';

function cookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone-login' : 'capstone-login';
}

/** The token of the login that a request's browser has begun; null for none. */
export function pendingTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[cookieName(settings)] || null;
}

export function setPendingLoginCookie(reply: FastifyReply, settings: Settings, token: string): void {
  reply.setCookie(cookieName(settings), token, { ...cookieOptions(settings), maxAge: pendingLifeMs / 1_000 });
}
