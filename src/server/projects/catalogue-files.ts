import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages';
import type { Database } from '../platform/database/database.ts';
import { chooseEncoding } from '../platform/http/compressed.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { isCompressible, makeFileCache } from './file-cache.ts';
import { bytesOfCatalogueFile, catalogueFileByPath } from './catalogue-file-queries.ts';

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
    if (file === undefined) throw httpErrors.notFound(messages.notFound);
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
