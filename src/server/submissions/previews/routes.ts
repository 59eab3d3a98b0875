import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as calls from '#contract/submissions/preview-calls';
import { mustSetUpFactor } from '../../accounts/policy.ts';
import { read, registerDeclared } from '../../accounts/sessions/act.ts';
import { countRequest, viewerOfRequest } from '../../accounts/sessions/register-endpoint.ts';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { hashToken } from '../../accounts/random-token.ts';
import { sessionTokenOf } from '../../accounts/sessions/cookies.ts';
import { viewerOfSessionHash } from '../../accounts/sessions/sessions.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { toRefusal } from '../../platform/http/error-handler.ts';
import { httpErrors, problemOf } from '../../platform/http/http-errors.ts';
import { refuse } from '../../platform/http/limits/request-limit.ts';
import type { makeReaders, ReadableFile } from '../policy.ts';
import { sendFile } from '../send-file.ts';
import { wordsPage } from './preview-page.ts';
import { presentPreview, previewOf } from './describe-preview.ts';
import { headBytes, kindOf } from './file-kind.ts';
import { crossOrigin, documentHeaders, openGrant, previewFolder } from './preview-headers.ts';
import { makePreviewThread } from './preview-thread.ts';
import { whileStored, readRange } from './stored-file.ts';
import { listEntries, readBeginning } from './read-text.ts';
import { renderEntry, renderPreview, type Rendered } from './render-preview.ts';
import { listedEntries } from './read-zip.ts';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chooseEncoding } from '../../platform/http/compressed.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { runAs } from '../../platform/work-kind.ts';

/** By `scripts/build.mjs` from `src/web/previews/`. */
const script = fileURLToPath(new URL('../../../../build/client/previews/pdf-viewer.js', import.meta.url));
const endings = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Loadable from a sandbox. On request: 2 MB that few need. */
function servePdfViewer(server: FastifyInstance): void {
  server.get('/previews/pdf-viewer.js', async (request, reply) => {
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const path = script + endings[encoding];
    const found = await stat(path).catch(() => null);
    if (found === null) throw httpErrors.notFound(serverMessages.notFound);
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

/** For staff, sandboxed: `docs/decisions/file-previews.md`. */
export function registerPreviewRoutes(
  server: FastifyInstance,
  context: AppContext,
  { fileReader, staffFileReader }: ReturnType<typeof makeReaders>,
): void {
  const { files, settings } = context;
  const thread = makePreviewThread();
  server.addHook('onClose', () => thread.close());

  registerDeclared(server, context, [
    read(calls.readFilePreview, {
      who: staffFileReader,
      async run({ resource, params }) {
        const preview = await whileStored(context, resource, () => previewOf(context, thread, resource));
        return presentPreview(params.id, preview);
      },
    }),

    read(calls.readFileText, {
      who: fileReader,
      async run({ resource, query: { path = null } }) {
        const { bytes, encoding, isCut } = await readBeginning(context, resource, path);
        const text = await thread.plain(bytes, encoding);
        if (text === null)
          throw httpErrors.busy('This text takes too long to prepare. Try again in a moment.', 2);
        return { text, isCut };
      },
    }),

    read(calls.listFileEntries, {
      who: staffFileReader,
      run: ({ resource }) => listEntries(context, resource),
    }),
  ]);

  const mayRead = async (viewer: Viewer | null, id: string): Promise<ReadableFile> => {
    if (viewer !== null && mustSetUpFactor(viewer, settings))
      throw httpErrors.secondFactorRequired(ownAccountMessages.secondFactorRequired);
    return staffFileReader({ viewer, params: { id }, context });
  };

  /** On every request, so that a logout or a mentor's removal ends access. */
  async function readGranted(
    request: FastifyRequest,
  ): Promise<{ file: ReadableFile; viewer: Viewer | null }> {
    const { token } = request.params as { token: string };
    const grant = await openGrant(context, token);
    const viewer = await viewerOfSessionHash(context, grant.sessionHash);
    request.accountId = viewer?.accountId ?? null;
    return { file: await mayRead(viewer, grant.file), viewer };
  }

  /** Refusals, too, since people see them. */
  async function sendDocument(
    request: FastifyRequest,
    reply: FastifyReply,
    render: (nonce: string, file: ReadableFile) => Promise<Rendered>,
  ): Promise<FastifyReply> {
    const nonce = randomBytes(16).toString('base64');
    try {
      const { file, viewer } = await readGranted(request);
      const excess = await countRequest({ request, context, viewer }, 'page');
      if (excess !== null) await refuse(request, excess);
      await server.requestTurns.enter(request, reply);
      const draw = () => whileStored(context, file, () => render(nonce, file));
      const { html, needs } = await runAs('staff', draw, request);
      return reply.headers(documentHeaders(nonce, needs)).send(html);
    } catch (error) {
      return sendRefusal(request, reply, nonce, error);
    }
  }

  function sendRefusal(
    request: FastifyRequest,
    reply: FastifyReply,
    nonce: string,
    error: unknown,
  ): FastifyReply {
    const refusal = toRefusal(error, request);
    if (refusal.retryAfter !== undefined) reply.header('Retry-After', String(refusal.retryAfter));
    const { message } = problemOf(refusal, request.id);
    return reply.code(refusal.status).headers(documentHeaders(nonce)).send(wordsPage(nonce, message));
  }

  // Only this one uses the session cookie: sandboxed requests carry none.
  server.get('/previews/files/:id', async (request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    try {
      const viewer = await viewerOfRequest(request, context);
      request.accountId = viewer?.accountId ?? null;
      const { id } = request.params as { id: string };
      if (id.includes('\0')) throw httpErrors.notFound(serverMessages.notFound);
      await mayRead(viewer, id);
      const sessionHash = hashToken(sessionTokenOf(request, settings) as string);
      return reply
        .header('Referrer-Policy', 'no-referrer')
        .redirect(await previewFolder(context, { file: id, sessionHash }), 303);
    } catch (error) {
      return sendRefusal(request, reply, nonce, error);
    }
  });

  server.get('/previews/:token/', (request, reply) =>
    sendDocument(request, reply, (nonce, file) => renderPreview({ context, thread, nonce }, file)),
  );

  server.get('/previews/:token/entries/:index', (request, reply) =>
    sendDocument(request, reply, (nonce, file) => {
      const { index } = request.params as { index: string };
      if (!/^\d{1,3}$/.test(index) || Number(index) >= listedEntries)
        throw httpErrors.notFound(serverMessages.notFound);
      return renderEntry({ context, thread, nonce }, file, Number(index));
    }),
  );

  // A preview loads only pictures, videos and PDFs.
  server.get('/previews/:token/bytes', async (request, reply) => {
    reply.headers(crossOrigin);
    const { file } = await readGranted(request);
    const head = await whileStored(context, file, () => readRange(files, file, 0, headBytes));
    const found = kindOf(file.name, head);
    if (found.kind !== 'picture' && found.kind !== 'video' && found.kind !== 'pdf')
      throw httpErrors.notFound(serverMessages.notFound);
    const { status, body } = await sendFile(context, file, request, reply);
    // Never as a page.
    reply.header('Content-Type', 'type' in found ? found.type : 'application/octet-stream');
    return reply.code(status).send(body);
  });

  // CORS preflight for Range.
  server.options('/previews/:token/bytes', async (_, reply) =>
    reply
      .headers({
        ...crossOrigin,
        'Access-Control-Allow-Headers': 'Range',
        'Access-Control-Allow-Methods': 'GET',
      })
      .code(204)
      .send(),
  );

  servePdfViewer(server);
}
