import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

/** A body that stands in memory in every encoding that a browser may ask for. */
export type Compressed = Record<Encoding, { body: Buffer; etag: string }>;

function withTag(body: Buffer) {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** Holds forms that were compressed before. */
export function compressedBefore(identity: Buffer, br: Buffer, gzip: Buffer): Compressed {
  return { identity: withTag(identity), br: withTag(br), gzip: withTag(gzip) };
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
  return { identity: withTag(body), br: withTag(body), gzip: withTag(body) };
}

/** The smallest encoding of ours that an Accept-Encoding header takes; `q=0` refuses one. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const takes = (name: string) => {
    const at = header.indexOf(name);
    return at !== -1 && !/^[a-z]|^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i.test(header.slice(at + name.length));
  };
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Answers with the form that the browser takes, or 304 when it has that form already. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  compressed: Compressed,
): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const form = compressed[encoding];
  const isSame = compressed.br === compressed.identity || form.body === compressed.identity.body;
  if (!isSame) reply.header('Content-Encoding', encoding);
  reply.header('ETag', form.etag).header('Vary', 'Accept-Encoding');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === form.etag)
    return reply.code(304).send();
  return reply.send(form.body);
}
