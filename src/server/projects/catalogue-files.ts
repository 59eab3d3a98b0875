import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages';
import type { Database } from '../platform/database/database.ts';
import { chooseEncoding } from '../platform/http/compressed.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { isCompressible, makeFileCache } from './file-cache.ts';
import { bytesOfCatalogueFile, catalogueFileByPath } from './catalogue-file-queries.ts';

/** What an imported file may use, wherever it is shown: its own styles, the portal's pictures and fonts, no script, no form. */
const filePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

/**
 * Documents and pictures, framed by the portal or opened by themselves. The sandbox runs nothing and leads the page around
 * them nowhere; with an origin of its own the document could not load the portal's pictures and fonts. Its links may open
 * tabs and download files.
 */
const documentPolicy = `${filePolicy}; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads`;

/** Chrome shows a PDF by its own plug-in, which the policy has to let in, and which no sandbox may hold. */
const pdfPolicy = `${filePolicy}; object-src 'self'`;

/** Short, because an import may put another picture at the same address. */
const caching = 'public, max-age=300';

/** Whether an If-None-Match header names the file, in whichever encoding it was sent before. */
function isKnown(header: string | undefined, sha256: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => {
    const value = tag.trim().replace(/^W\//, '');
    return value === '*' || value.replace(/^"|(-br|-gzip)?"$/g, '') === sha256;
  });
}

/**
 * Serves the catalogue's pictures and documents, GET and HEAD, for anybody. The database says at each request which
 * bytes a path has now, so that an import shows at once; only bytes of that hash come from memory.
 */
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
    // An import replaced the file between the two looks.
    if (body === undefined) throw httpErrors.busy('This file is being replaced. Please try again.', 1);
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    reply.headers(headers);
    return reply.type(file.contentType).send(body);
  }

  for (const folder of ['images', 'documents']) {
    server.get(`/${folder}/*`, (request, reply) => send(request, reply, folder));
  }
}
