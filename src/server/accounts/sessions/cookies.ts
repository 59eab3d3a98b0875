import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../platform/settings/settings.ts';
import { sessionLifetimeMs } from './sessions.ts';
import { deviceLifetimeMs } from './known-devices.ts';
import { pendingLifeMs } from '../second-factor/pending-logins.ts';

export function sessionCookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone' : 'capstone';
}

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

function deviceCookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone-device' : 'capstone-device';
}

export function deviceTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[deviceCookieName(settings)] || null;
}

export function setDeviceCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const maxAge = deviceLifetimeMs / 1000;
  reply.setCookie(deviceCookieName(settings), token, { ...cookieOptions(settings), maxAge });
}

function cookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone-login' : 'capstone-login';
}

export function pendingTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[cookieName(settings)] || null;
}

export function setPendingLoginCookie(reply: FastifyReply, settings: Settings, token: string): void {
  reply.setCookie(cookieName(settings), token, { ...cookieOptions(settings), maxAge: pendingLifeMs / 1_000 });
}
