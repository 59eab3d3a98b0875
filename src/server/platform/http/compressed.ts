import { negotiate } from '@fastify/accept-negotiator';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Smallest first. */
const encodings = ['br', 'gzip', 'identity'] as const satisfies string[];
export type Encoding = (typeof encodings)[number];

/**
 * One form of a body. Its bytes stand in a string, a character each: with a string the connection writes headers and
 * body at once, with a buffer one after the other.
 */
type Form = { bytes: string; etag: string };

/** A body that stands in memory in every encoding that a browser may ask for. */
export type Compressed = Record<Encoding, Form>;

function toForm(body: Buffer): Form {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { bytes: body.toString('latin1'), etag };
}

/** Holds forms that were compressed before. */
export function compressedBefore(identity: Buffer, br: Buffer, gzip: Buffer): Compressed {
  return { identity: toForm(identity), br: toForm(br), gzip: toForm(gzip) };
}

/** Compresses a text once, for many answers. */
export function compressText(text: string): Compressed {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return compressedBefore(
    identity,
    brotliCompressSync(identity, { params }),
    gzipSync(identity, { level: 9 }),
  );
}

/** Holds what does not gain by compression (fonts, pictures). */
export function uncompressed(body: Buffer): Compressed {
  const form = toForm(body);
  return { identity: form, br: form, gzip: form };
}

/** The encoding that an Accept-Encoding header prefers (RFC 9110, section 12.5.3), the smallest of those it likes equally. */
export function chooseEncoding(header: string | undefined): Encoding {
  return (header && negotiate(header, encodings)) || 'identity';
}

/** An answer that is ready to be written: for each encoding its bytes with a whole list of headers. */
export type PrecompressedResponse = Record<Encoding, Form & { headers: string[] }>;

/** Joins a body with the headers of its answer, once: to join them anew each time costs more than to write them. */
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

/**
 * Sends the form that the browser takes, or 304 when it has that form already. The bytes go to the connection as they
 * stand, past the framework's own serialisation.
 */
export function sendPrecompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: PrecompressedResponse,
  status = 200,
): FastifyReply {
  const { bytes, etag, headers } = ready[chooseEncoding(request.headers['accept-encoding'])];
  reply.hijack();
  if (status === 200 && request.headers['if-none-match'] === etag) reply.raw.writeHead(304, headers).end();
  else reply.raw.writeHead(status, headers).end(bytes, 'latin1');
  return reply;
}
