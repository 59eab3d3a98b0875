import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import { requestIdHeader } from './request-ids.ts';

const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Pages and documents override policy and caching. */
export function headersOf(settings: Settings): Record<string, string> {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': closedPolicy,
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
  if (settings.publicUrl?.protocol === 'https:') {
    headers['Strict-Transport-Security'] = 'max-age=31536000; includeSubDomains';
  }
  return headers;
}

/** Referrers must not reveal one-time links. */
export const hasToken = (url: string): boolean => /(?:[?&]|%3F|%26)token(?:=|%3D)/i.test(url);

export function addHeaders(server: FastifyInstance, settings: Settings): void {
  const headers = headersOf(settings);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(requestIdHeader, request.id);
    if (hasToken(request.url)) reply.header('Referrer-Policy', 'no-referrer');
    done();
  });
}

/** For pages and frames. */
const deniedFeatures =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment screen-wake-lock serial usb xr-spatial-tracking';
export const permissionsPolicy = deniedFeatures.replaceAll(' ', '=(), ') + '=()';

/** `Prefer: return=minimal` (RFC 7240). */
export function prefersMinimal({ headers }: FastifyRequest): boolean {
  const { prefer } = headers;
  const preferences = Array.isArray(prefer) ? prefer.join(',') : prefer;
  return preferences !== undefined && /(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:$|[,;])/i.test(preferences);
}
