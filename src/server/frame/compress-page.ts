import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { brotliQuick, compressOnce, zstdQuick, type QuickEncoding } from '../platform/http/compressed.ts';

/** Flushes each chunk at once. */
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

export function compressPage(html: Buffer | Readable, encoding: QuickEncoding): string | Buffer | Readable {
  if (!(html instanceof Readable)) return compressOnce(html, encoding);
  // Errors are handled on the page's own stream.
  return encoding === 'identity' ? html : pipeline(html, makeCompressor(encoding), () => {});
}
