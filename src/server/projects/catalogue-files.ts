import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { constants } from 'node:zlib';
import type { Database } from '../platform/database/database.ts';
import { chooseEncoding, compressBrotli, compressGzip, type Encoding } from '../platform/http/compressed.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { bytesOfCatalogueFile, catalogueFileByPath } from './catalogue-file-queries.ts';
import { serverMessages } from '../platform/http/server-messages.ts';

const maxBytes = 8 * 1024 * 1024;

/** Pictures other than SVG are compressed already. */
function isCompressible(contentType: string): boolean {
  return /^(?:text\/|image\/svg\+xml|application\/json)/.test(contentType);
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'gzip') return compressGzip(body);
  // The best quality takes 100 times as long for 10 % fewer bytes.
  if (encoding === 'br') return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return body;
}

/**
 * An LRU cache by hash, which never goes stale.
 * @param load the bytes at a path if they still have the hash
 */
function makeFileCache(load: (path: string, sha256: string) => Promise<Buffer | undefined>) {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    // Sizes must be positive.
    sizeCalculation: (body) => Math.max(1, body.length),
  });
  return {
    /** Undefined when the path has other bytes now. */
    async read(path: string, sha256: string, encoding: Encoding): Promise<Buffer | undefined> {
      const key = `${sha256} ${encoding}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const plain = await load(path, sha256);
      if (plain === undefined) return undefined;
      const body = await compress(plain, encoding);
      cache.set(key, body);
      return body;
    },
  };
}

/** Own styles, pictures and fonts of the portal; no script, no form. */
const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/**
 * The sandbox runs nothing and cannot navigate the page around it; links may open tabs. It keeps the origin, which the
 * portal's pictures and fonts need.
 */
const documentPolicy = `${filePolicy}; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads`;

/** Chrome's PDF plug-in needs this, and works in no sandbox. */
const pdfPolicy = `${filePolicy}; object-src 'self'`;

/** An import may replace the picture at the same address. */
const caching = 'public, max-age=300';

/** In any encoding. */
function isKnown(header: string | undefined, sha256: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => {
    const value = tag.trim().replace(/^W\//, '');
    return value === '*' || value.replace(/^"|(-br|-gzip)?"$/g, '') === sha256;
  });
}

/** GET and HEAD for everyone. The database gives the current hash at each request; only bytes come from memory. */
export function serveCatalogueFiles(server: FastifyInstance, database: Database): void {
  const files = makeFileCache(async (path, sha256) => {
    const [row] = await bytesOfCatalogueFile(database.reader, { path, sha256 });
    return row?.body;
  });

  async function send(request: FastifyRequest, reply: FastifyReply, folder: string) {
    const path = `/${folder}/${(request.params as { '*': string })['*']}`;
    if (path.includes('\0')) throw httpErrors.badRequest('The address is not valid.');
    const [file] = await catalogueFileByPath(database.reader, { path });
    if (file === undefined) throw httpErrors.notFound(serverMessages.notFound);
    const accepted = request.headers['accept-encoding'];
    const encoding = isCompressible(file.contentType) ? chooseEncoding(accepted) : 'identity';
    const headers = {
      'Content-Security-Policy': file.contentType === 'application/pdf' ? pdfPolicy : documentPolicy,
      'Cache-Control': caching,
      Vary: 'Accept-Encoding',
      ETag: encoding === 'identity' ? `"${file.sha256}"` : `"${file.sha256}-${encoding}"`,
    };
    if (isKnown(request.headers['if-none-match'], file.sha256))
      return reply.code(304).headers(headers).send();
    const body = await files.read(path, file.sha256, encoding);
    // An import replaced the file meanwhile.
    if (body === undefined) throw httpErrors.busy('This file is being replaced. Please try again.', 1);
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    reply.headers(headers);
    return reply.type(file.contentType).send(body);
  }

  for (const folder of ['images', 'documents']) {
    server.get(`/${folder}/*`, (request, reply) => send(request, reply, folder));
  }
}
