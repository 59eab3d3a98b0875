import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../platform/settings/settings.ts';
import { sessionLifetimeMs } from './sessions.ts';

export function sessionCookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone' : 'capstone';
}

/** The token of the session that a request carries; null for none. */
export function sessionTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[sessionCookieName(settings)] || null;
}

export function cookieOptions(settings: Settings) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.publicUrl?.protocol === 'https:',
  } as const;
}

export function setSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const maxAge = sessionLifetimeMs / 1000;
  reply.setCookie(sessionCookieName(settings), token, { ...cookieOptions(settings), maxAge });
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(sessionCookieName(settings), cookieOptions(settings));
}
