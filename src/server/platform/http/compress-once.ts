import { negotiate } from '@fastify/accept-negotiator';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Cheapest first. */
const encodings = ['zstd', 'br', 'gzip', 'identity'] as const satisfies string[];
export type QuickEncoding = (typeof encodings)[number];

/** A window of 128 KB in place of brotli's 4 MB above 64 KB gives as few bytes at half the cost. */
export const brotliQuick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 },
};
export const zstdQuick = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 17 },
};

/** RFC 9110, section 12.5.3. */
export function chooseQuickEncoding(header: string | undefined): QuickEncoding {
  return (header && negotiate(header, encodings)) || 'identity';
}

export function compressOnce(body: string | Buffer, encoding: QuickEncoding): string | Buffer {
  switch (encoding) {
    case 'zstd':
      return zstdCompressSync(body, zstdQuick);
    case 'br':
      return brotliCompressSync(body, brotliQuick);
    case 'gzip':
      return gzipSync(body);
    default:
      return body;
  }
}

/** Fits into one packet. */
const threshold = 1_024;

/** JSON only; the rest is compressed already or sent as stored. */
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
