import { negotiate } from '@fastify/accept-negotiator';
import { pipeline, Readable, type Transform } from 'node:stream';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';

/** In the order in which they are taken where a browser likes them equally: the cheapest first. */
const encodings = ['zstd', 'br', 'gzip', 'identity'] as const satisfies string[];
type PageEncoding = (typeof encodings)[number];

/**
 * Speed before size: each page is compressed for one reader, in one go. Above 64 KB of input brotli would allocate its
 * whole window of 4 MB for each page; with one of 128 KB a page is as small and costs half as much.
 */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 } };
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 17 } };

/** The encoding for an Accept-Encoding header (RFC 9110, section 12.5.3). */
export function choosePageEncoding(header: string | undefined): PageEncoding {
  return (header && negotiate(header, encodings)) || 'identity';
}

/** What compresses a stream, and sends on at once what it gets. */
function makeCompressor(encoding: Exclude<PageEncoding, 'identity'>): Transform {
  switch (encoding) {
    case 'zstd':
      return createZstdCompress({ ...zstd, flush: constants.ZSTD_e_flush });
    case 'br':
      return createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH });
    case 'gzip':
      return createGzip({ flush: constants.Z_SYNC_FLUSH });
  }
}

/** A page in an encoding; a stream goes out piece by piece, as it comes. */
export function compressPage(html: Buffer | Readable, encoding: PageEncoding): Buffer | Readable {
  if (encoding === 'identity') return html;
  if (html instanceof Readable) {
    // Whichever ends early ends the other; the page's own stream tells of it.
    return pipeline(html, makeCompressor(encoding), () => {});
  }
  switch (encoding) {
    case 'zstd':
      return zstdCompressSync(html, zstd);
    case 'br':
      return brotliCompressSync(html, brotli);
    case 'gzip':
      return gzipSync(html);
  }
}
