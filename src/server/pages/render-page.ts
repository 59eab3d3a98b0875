import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageRenderer, RenderedPage } from '#contract/page-rendering';
import { homeOf, safeNext } from '#contract/screens';
import { viewerOfRequest } from '../accounts/register-endpoint.ts';
import { presentCurrentUser } from '../accounts/presenter.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import { toRefusal } from '../platform/http/error-handler.ts';
import { chooseQuickEncoding } from '../platform/http/compress-once.ts';
import { sendPrecompressed, type PrecompressedResponse } from '../platform/http/compressed.ts';
import { compressPage } from './compress-page.ts';
import { nonceSource, pagePolicy } from './page-policy.ts';
import { makePageRequest, type PageSources } from './page-request.ts';

/** How long a page may take, in milliseconds, and how long it may be, in bytes. Past it the browser renders the screen. */
export type PageBudget = { ms: number; bytes: number };
export const pageBudget: PageBudget = { ms: 2_500, bytes: 1024 * 1024 };

export type PageDrawing = {
  server: FastifyInstance;
  context: AppContext;
  renderer: PageRenderer;
  sources: PageSources;
  budget: PageBudget;
  /** The page that needs no data of its reader. */
  shell: () => PrecompressedResponse;
};

class OverBudget extends Error {}

/** A promise's value, unless it takes longer than a number of milliseconds; then the work is told to stop. */
async function within<T>(ms: number, work: Promise<T>, abort: AbortController): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new OverBudget(`The page took longer than ${ms} ms.`);
      reject(error);
      abort.abort(error);
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes what answers a screen with the page of its reader, each page by itself. Where that fails, or takes too long, a shell
 * goes out: the browser then loads and renders the screen.
 */
export function makePageRoute({ server, context, renderer, sources, budget, shell }: PageDrawing) {
  let isClosing = false;
  let notRendered = 0;
  server.addHook('preClose', async () => {
    isClosing = true;
  });

  function sendShell(request: FastifyRequest, reply: FastifyReply, why?: unknown): FastifyReply {
    notRendered += 1;
    if (why !== undefined) {
      const route = request.routeOptions.url;
      request.log.warn({ err: why, route, notRendered }, 'a page was not rendered: the browser does it');
    }
    return sendPrecompressed(request, reply, shell());
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, headers, html }: RenderedPage,
    nonce: string,
  ) {
    for (const [name, value] of headers) reply.header(name, value);
    reply.code(status);
    if (html === null) return reply.send();
    const encoding = chooseQuickEncoding(request.headers['accept-encoding']);
    reply.headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': pagePolicy([nonceSource(nonce)], context.settings.frameHosts),
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding, Cookie',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    });
    return reply.send(compressPage(html, encoding));
  }

  async function render(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null) {
    const abort = new AbortController();
    const errors: unknown[] = [];
    const page = makePageRequest(server, { request, reply, viewer }, sources, {
      signal: abort.signal,
      form: (request.body as Record<string, string> | undefined) ?? null,
      onError: (error) => errors.push(error),
    });
    try {
      const rendering = renderer.render(page, budget.bytes);
      // A form that brings a file takes as long as its line: the calls behind it have limits of their own.
      const rendered = page.method === 'GET' ? await within(budget.ms, rendering, abort) : await rendering;
      // What failed on the server's side, as for a busy database, the browser asks for again.
      if (page.method === 'GET' && (page.hasFailed() || rendered.status >= 500))
        return sendShell(request, reply, errors[0] ?? new Error('A call failed.'));
      return send(request, reply, rendered, page.nonce);
    } catch (error) {
      return sendShell(request, reply, error);
    }
  }

  /** @param isForEverybody whether the screen needs no session */
  return (isForEverybody: boolean) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (isClosing && request.method !== 'POST') return sendShell(request, reply);
      let viewer: Viewer | null;
      try {
        viewer = await viewerOfRequest(request, context);
      } catch (error) {
        return sendShell(request, reply, toRefusal(error, request));
      }
      request.accountId = viewer?.accountId ?? null;
      if (viewer === null && !isForEverybody)
        return reply.redirect(
          `/login?next=${encodeURIComponent(request.url)}`,
          request.method === 'POST' ? 303 : 302,
        );
      return render(request, reply, viewer);
    };
}

/** Where a signed-in visitor of the login is led; null for the others, and while nobody can tell. */
export async function landingOf(request: FastifyRequest, context: AppContext): Promise<string | null> {
  if (request.headers.cookie === undefined) return null;
  const viewer = await viewerOfRequest(request, context).catch(() => null);
  if (viewer === null) return null;
  const { next } = request.query as { next?: string | string[] };
  return safeNext(typeof next === 'string' ? next : null) ?? homeOf(presentCurrentUser(viewer));
}
