import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../platform/settings/settings.ts';
import { pendingLifeMs } from '../second-factor/pending-logins.ts';
import { deviceLifetimeMs } from './known-devices.ts';
import { sessionLifetimeMs } from './sessions.ts';

/** Browsers accept the prefix, which binds a cookie to this host, over HTTPS only. */
export function cookieName(settings: Settings, name: string): string {
  return settings.publicUrl?.protocol === 'https:' ? `__Host-${name}` : name;
}

export function cookieOptions(settings: Settings) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.publicUrl?.protocol === 'https:',
  } as const;
}

export function sessionCookieName(settings: Settings): string {
  return cookieName(settings, 'capstone');
}
const deviceCookieName = (settings: Settings) => cookieName(settings, 'capstone-device');
const pendingCookieName = (settings: Settings) => cookieName(settings, 'capstone-login');

export function sessionTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[sessionCookieName(settings)] || null;
}

export function setSessionCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const maxAge = sessionLifetimeMs / 1000;
  reply.setCookie(sessionCookieName(settings), token, { ...cookieOptions(settings), maxAge });
}

export function clearSessionCookie(reply: FastifyReply, settings: Settings): void {
  reply.clearCookie(sessionCookieName(settings), cookieOptions(settings));
}

export function deviceTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[deviceCookieName(settings)] || null;
}

export function setDeviceCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const maxAge = deviceLifetimeMs / 1000;
  reply.setCookie(deviceCookieName(settings), token, { ...cookieOptions(settings), maxAge });
}

export function pendingTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[pendingCookieName(settings)] || null;
}

export function setPendingLoginCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const maxAge = pendingLifeMs / 1000;
  reply.setCookie(pendingCookieName(settings), token, { ...cookieOptions(settings), maxAge });
}
