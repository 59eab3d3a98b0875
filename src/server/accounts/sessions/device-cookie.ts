import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../platform/settings/settings.ts';
import { deviceLifetimeMs } from './known-devices.ts';
import { cookieOptions } from './session-cookie.ts';

function deviceCookieName(settings: Settings): string {
  return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone-device' : 'capstone-device';
}

/** The token of the device that a request comes from; null for none. */
export function deviceTokenOf(request: FastifyRequest, settings: Settings): string | null {
  return request.cookies[deviceCookieName(settings)] || null;
}

export function setDeviceCookie(reply: FastifyReply, settings: Settings, token: string): void {
  const maxAge = deviceLifetimeMs / 1000;
  reply.setCookie(deviceCookieName(settings), token, { ...cookieOptions(settings), maxAge });
}
