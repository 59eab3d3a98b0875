import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { brotliQuick, compressOnce, zstdQuick, type QuickEncoding } from '../platform/http/compress-once.ts';

/** What compresses a stream, and sends on at once what it gets. */
function makeCompressor(encoding: Exclude<QuickEncoding, 'identity'>): Transform {
  switch (encoding) {
    case 'zstd':
      return createZstdCompress({ ...zstdQuick, flush: constants.ZSTD_e_flush });
    case 'br':
      return createBrotliCompress({ ...brotliQuick, flush: constants.BROTLI_OPERATION_FLUSH });
    case 'gzip':
      return createGzip({ flush: constants.Z_SYNC_FLUSH });
  }
}

/** A page in an encoding; a stream goes out piece by piece, as it comes. */
export function compressPage(html: Buffer | Readable, encoding: QuickEncoding): string | Buffer | Readable {
  if (!(html instanceof Readable)) return compressOnce(html, encoding);
  // Whichever ends early ends the other; the page's own stream tells of it.
  return encoding === 'identity' ? html : pipeline(html, makeCompressor(encoding), () => {});
}
