import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** The policy of answers that are no pages: they load nothing and nobody frames them. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer; a page or a document puts its own policy and caching in place of these. */
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

export function addHeaders(server: FastifyInstance, settings: Settings): void {
  const headers = headersOf(settings);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
