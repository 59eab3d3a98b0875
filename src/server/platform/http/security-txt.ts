import type { FastifyInstance } from 'fastify';
import { dayMs } from '#contract/durations';
import type { AppContext } from '../context.ts';

/** RFC 9116: less than a year. */
const validMs = 180 * dayMs;

/** RFC 9116. Expires half a year after the request, so that an abandoned portal promises nothing. */
export function serveSecurityTxt(
  server: FastifyInstance,
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
): void {
  const { securityContacts, publicUrl } = settings;
  if (securityContacts.length === 0) return;
  const path = '/.well-known/security.txt';
  server.get(path, async (_request, reply) => {
    const today = Math.floor(clock.now() / dayMs) * dayMs;
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(today + validMs).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl.origin}${path}`]),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`);
  });
}
