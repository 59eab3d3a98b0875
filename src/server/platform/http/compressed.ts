import { negotiate } from '@fastify/accept-negotiator';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzipSync,
  zstdCompressSync,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
} from 'node:zlib';
import { pipeline, Readable, type Transform } from 'node:stream';
import { hasToken } from './headers.ts';
import { requestIdHeader } from './request-ids.ts';

const encodings = ['br', 'gzip', 'identity'] as const satisfies string[];
export type Encoding = (typeof encodings)[number];

/** Latin1: Node sends headers and a string in one packet, a buffer in a second. */
type Form = { bytes: string; etag: string };

export type Compressed = Record<Encoding, Form>;

function toForm(body: Buffer): Form {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { bytes: body.toString('latin1'), etag };
}

export function compressedBefore(identity: Buffer, br: Buffer, gzip: Buffer): Compressed {
  return { identity: toForm(identity), br: toForm(br), gzip: toForm(gzip) };
}

export const compressBrotli = promisify(brotliCompress);
export const compressGzip = promisify(gzip);

/** Beside other work: at the best quality a page takes 100 ms. @param quality from 0 to 9 */
export async function compressText(text: string, quality = 9): Promise<Compressed> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return compressedBefore(
    identity,
    await compressBrotli(identity, { params }),
    await compressGzip(identity, { level: quality }),
  );
}

/** For fonts and pictures. */
export function uncompressed(body: Buffer): Compressed {
  const form = toForm(body);
  return { identity: form, br: form, gzip: form };
}

/** RFC 9110, section 12.5.3. */
export function chooseEncoding(header: string | undefined): Encoding {
  return (header && negotiate(header, encodings)) || 'identity';
}

export type PrecompressedResponse = Record<Encoding, Form & { headers: string[] }>;

export function precompress(
  compressed: Compressed,
  headers: Readonly<Record<string, string>>,
): PrecompressedResponse {
  const join = (encoding: Encoding) => {
    const form = compressed[encoding];
    const all = {
      ...headers,
      ...(form !== compressed.identity && { 'Content-Encoding': encoding }),
      ETag: form.etag,
      Vary: 'Accept-Encoding',
      'Content-Length': String(form.bytes.length),
    };
    return { ...form, headers: Object.entries(all).flat() };
  };
  return { identity: join('identity'), br: join('br'), gzip: join('gzip') };
}

/** 304 for a known ETag. Bypasses the framework's serialisation. */
export function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: PrecompressedResponse,
  status = 200,
): FastifyReply {
  const { bytes, etag, headers } = ready[chooseEncoding(request.headers['accept-encoding'])];
  reply.hijack();
  const own = hasToken(request.url)
    ? headers.map((text, index) => (headers[index - 1] === 'Referrer-Policy' ? 'no-referrer' : text))
    : headers;
  const all = [...own, requestIdHeader, request.id];
  if (status === 200 && request.headers['if-none-match'] === etag) reply.raw.writeHead(304, all).end();
  else reply.raw.writeHead(status, all).end(bytes, 'latin1');
  return reply;
}

/** Cheapest first. */
const quickEncodings = ['zstd', 'br', 'gzip', 'identity'] as const satisfies string[];
export type QuickEncoding = (typeof quickEncodings)[number];

/** A window of 128 KB in place of brotli's 4 MB above 64 KB gives as few bytes at half the cost. */
export const brotliQuick = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 },
};
export const zstdQuick = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_windowLog]: 17 },
};

/** RFC 9110, section 12.5.3. */
export function chooseQuickEncoding(header: string | undefined): QuickEncoding {
  return (header && negotiate(header, quickEncodings)) || 'identity';
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

/** Shorter answers fit into one packet. */
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
