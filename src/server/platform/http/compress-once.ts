import { negotiate } from '@fastify/accept-negotiator';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';

/** In the order in which they are taken where a browser likes them equally: the cheapest first. */
const encodings = ['zstd', 'br', 'gzip', 'identity'] as const satisfies string[];
export type QuickEncoding = (typeof encodings)[number];

/**
 * Speed before size: what one reader alone gets is compressed for that reader, in one go. Above 64 KB of input brotli would allocate
 * its whole window of 4 MB each time; with one of 128 KB the bytes are as few and cost half as much.
 */
export const brotliQuick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 },
};
export const zstdQuick = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 17 },
};

/** The encoding for an Accept-Encoding header (RFC 9110, section 12.5.3). */
export function chooseQuickEncoding(header: string | undefined): QuickEncoding {
  return (header && negotiate(header, encodings)) || 'identity';
}

/** Compresses a body for a single answer. */
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
