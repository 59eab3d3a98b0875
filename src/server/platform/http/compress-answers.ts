import type { FastifyInstance } from 'fastify';
import { chooseQuickEncoding, compressOnce } from './compress-once.ts';

/** Shorter answers fit into one packet anyway. */
const threshold = 1_024;

/** JSON answers: pages and assets are compressed already; submitted files are sent as they are. */
export function compressAnswers(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < threshold || !isJson(reply.getHeader('content-type')))
      return done(null, payload);
    reply.header('vary', 'Accept-Encoding');
    const encoding = chooseQuickEncoding(request.headers['accept-encoding']);
    if (encoding === 'identity') return done(null, payload);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    done(null, compressOnce(payload, encoding));
  });
}

function isJson(contentType: number | string | string[] | undefined): boolean {
  return typeof contentType === 'string' && contentType.startsWith('application/json');
}
