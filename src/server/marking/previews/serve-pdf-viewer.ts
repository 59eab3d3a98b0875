import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import { chooseEncoding } from '../../platform/http/compressed.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { crossOrigin } from './preview-headers.ts';

/** Built by `scripts/build.mjs` from `src/web/previews/`. */
const script = fileURLToPath(new URL('../../../../build/client/previews/pdf-viewer.js', import.meta.url));
const endings = { br: '.br', gzip: '.gz', identity: '' } as const;

/** The previews' one script, loadable from a sandbox. Read on request: 2 MB that few need. */
export function servePdfViewer(server: FastifyInstance): void {
  server.get('/previews/pdf-viewer.js', async (request, reply) => {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const path = script + endings[encoding];
    const found = await stat(path).catch(() => null);
    if (found === null) throw httpErrors.notFound(messages.notFound);
    const etag = `"${found.size}-${found.mtimeMs}-${encoding}"`;
    reply.headers({
      ...crossOrigin,
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, no-cache',
      Vary: 'Accept-Encoding',
      ETag: etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
    return reply.type('text/javascript; charset=utf-8').send(await readFile(path));
  });
}
