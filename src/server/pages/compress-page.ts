import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import { brotliQuick, compressOnce, zstdQuick, type QuickEncoding } from '../platform/http/compress-once.ts';

/** A page in an encoding; a stream goes out piece by piece, as it comes. */
export function compressPage(html: Buffer | Readable, encoding: QuickEncoding): string | Buffer | Readable {
  if (!(html instanceof Readable)) return compressOnce(html, encoding);
  switch (encoding) {
    case 'zstd':
      return html.pipe(createZstdCompress({ ...zstdQuick, flush: constants.ZSTD_e_flush }));
    case 'br':
      return html.pipe(createBrotliCompress({ ...brotliQuick, flush: constants.BROTLI_OPERATION_FLUSH }));
    case 'gzip':
      return html.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH }));
    default:
      return html;
  }
}
