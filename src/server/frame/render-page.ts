import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageRenderer, RenderedPage } from '#contract/page-rendering';
import { homeOf, safeNext } from '#contract/screens';
import { countRequest } from '../accounts/sessions/count-request.ts';
import { viewerOfRequest } from '../accounts/sessions/register-endpoint.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import { toRefusal } from '../platform/http/error-handler.ts';
import { HttpError } from '../platform/http/http-errors.ts';
import { refuse, requestCosts } from '../platform/http/limits/request-limit.ts';
import { countsBy } from '../platform/metrics/metric-registry.ts';
import { chooseQuickEncoding } from '../platform/http/compress-once.ts';
import { sendPrecompressed, type PrecompressedResponse } from '../platform/http/compressed.ts';
import { compressPage } from './compress-page.ts';
import { sendFormFailure } from './form-failure.ts';
import { formFields, readFormTexts } from './form-texts.ts';
import { nonceSource, pageHeaders } from './page-policy.ts';
import type { PageBudget } from './page-build.ts';
import { presentAddress } from './former-names.ts';
import { makePageRequest, type PageSources } from './page-request.ts';

const usualBudget: PageBudget = { ms: 2_500, bytes: 1024 * 1024 };

export type PageRouteOptions = {
  server: FastifyInstance;
  context: AppContext;
  renderer: PageRenderer;
  sources: PageSources;
  budget: PageBudget | undefined;
  /** The page that needs no data of its reader. */
  shell: (request: FastifyRequest) => PrecompressedResponse;
};

/** The reader has closed the connection. */
class ReaderGone extends Error {}

class PageTooSlow extends Error {}

/** Why a page, or its rest, was left to the browser. */
function shellReason(why: unknown): 'slow' | 'large' | 'busy' | 'failed' {
  if (why instanceof PageTooSlow) return 'slow';
  // A class of the web's build.
  if (why instanceof Error && why.name === 'PageTooLarge') return 'large';
  return why instanceof HttpError && why.status === 503 ? 'busy' : 'failed';
}

/** A promise that is rejected with the signal's reason when it is aborted, and never resolved. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/**
 * Makes what answers a screen with the page of its reader, each page by itself. Where that fails, or takes too long, a shell
 * goes out: the browser then loads and renders the screen.
 */
export function makePageRoute({
  server,
  context,
  renderer,
  sources,
  budget = usualBudget,
  shell,
}: PageRouteOptions) {
  let failures = 0;
  let rendered = 0;
  const shells = new Map<string, number>();
  context.metrics.add(
    {
      name: 'capstone_pages_rendered_total',
      help: 'Pages of signed-in readers, and those with a form, that went out rendered',
      type: 'counter',
      read: () => rendered,
    },
    {
      name: 'capstone_page_shells_total',
      help: 'Pages that, or whose rest, the browser had to render, by reason',
      type: 'counter',
      read: () => countsBy('reason', shells),
    },
  );

  /** Logs that a page, or its rest, was left to the browser. */
  function logFailure(request: FastifyRequest, why: unknown): void {
    failures += 1;
    const reason = shellReason(why);
    shells.set(reason, (shells.get(reason) ?? 0) + 1);
    const route = request.routeOptions.url;
    request.log.warn({ err: why, route, reason, failures }, 'a page was not rendered: the browser does it');
  }

  function sendShell(request: FastifyRequest, reply: FastifyReply, why: unknown): FastifyReply {
    logFailure(request, why);
    // In a shell's place the browser would load the screen anew, and what was typed would be gone without a word.
    if (request.method === 'POST') return sendFormFailure(request, reply, context.settings, why);
    return sendPrecompressed(request, reply, shell(request));
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, headers, html }: RenderedPage,
    nonce: string,
  ) {
    rendered += 1;
    for (const [name, value] of headers) reply.header(name, value);
    reply.code(status);
    if (html === null) return reply.send();
    const encoding = chooseQuickEncoding(request.headers['accept-encoding']);
    reply.headers({
      'Content-Type': 'text/html; charset=utf-8',
      ...pageHeaders([nonceSource(nonce)], context.settings),
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
      form: formFields(request),
      readForm: () => readFormTexts(context, request),
      onError: (error) => errors.push(error),
    });
    // A form that brings a file takes as long as its line: the calls behind it have limits of their own.
    const timer =
      page.method === 'GET'
        ? setTimeout(
            () => abort.abort(new PageTooSlow(`The page took longer than ${budget.ms} ms.`)),
            budget.ms,
          )
        : undefined;
    reply.raw.once('close', () => {
      clearTimeout(timer);
      // A form is an act, which runs to its end: a second press takes the first one's line away, and gets its answer.
      if (!reply.raw.writableFinished && page.method === 'GET') abort.abort(new ReaderGone());
    });
    try {
      const answer = await Promise.race([renderer.render(page, budget.bytes), aborted(abort.signal)]);
      if (answer.html instanceof Readable) {
        // The slow parts are still to come, within the same budget.
        finished(answer.html, (error) => {
          const why = errors[0] ?? error;
          if (why && !(abort.signal.reason instanceof ReaderGone)) logFailure(request, why);
        });
      } else {
        clearTimeout(timer);
        // What failed on the server's side, as for a busy database, the browser asks for again.
        if (page.method === 'GET' && (page.hasFailed() || answer.status >= 500 || errors.length > 0))
          return sendShell(request, reply, errors[0] ?? new Error('A part of the page failed.'));
        if (errors.length > 0) logFailure(request, errors[0]);
      }
      return send(request, reply, answer, page.nonce);
    } catch (error) {
      clearTimeout(timer);
      return error instanceof ReaderGone ? reply.hijack() : sendShell(request, reply, error);
    }
  }

  /** A page within its reader's limit. Beyond it the shell goes out, which costs little: the browser asks again in time. */
  async function renderCounted(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null) {
    const isSubmission = viewer !== null && request.method === 'POST' && formFields(request) === null;
    try {
      // Bounded by places and bytes; only the pages that answer it count, apart from all other requests.
      const excess = isSubmission
        ? server.requestLimit({ kind: 'submissions', id: viewer.accountId }, requestCosts.page)
        : await countRequest({ request, context, viewer }, requestCosts.page);
      if (excess !== null) await refuse(excess);
    } catch (error) {
      if (request.method === 'POST') return sendFormFailure(request, reply, context.settings, error);
      const { status, retryAfter } = toRefusal(error, request);
      reply.raw.setHeader('Retry-After', String(retryAfter));
      return sendPrecompressed(request, reply, shell(request), status);
    }
    return render(request, reply, viewer);
  }

  /** @param isForEverybody whether the screen needs no session */
  return (isForEverybody: boolean) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      let viewer: Viewer | null;
      let present: string | null;
      try {
        viewer = await viewerOfRequest(request, context);
        present =
          viewer === null && !isForEverybody
            ? null
            : await presentAddress(context.database.reader, request, viewer);
      } catch (error) {
        return sendShell(request, reply, toRefusal(error, request));
      }
      request.accountId = viewer?.accountId ?? null;
      // A form that was posted is answered with what was typed into it.
      if (viewer === null && !isForEverybody && request.method !== 'POST')
        return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 302);
      // 307 has the browser post its form again there.
      if (present !== null) return reply.redirect(present, request.method === 'POST' ? 307 : 302);
      return renderCounted(request, reply, viewer);
    };
}

/** The signed-in reader of a public page; null for the others, and while nobody can tell. */
export async function viewerIfKnown(request: FastifyRequest, context: AppContext): Promise<Viewer | null> {
  if (request.headers.cookie === undefined) return null;
  return viewerOfRequest(request, context).catch(() => null);
}

/** Where a signed-in visitor of the login is led. */
export function landingOf(request: FastifyRequest, viewer: Viewer): string {
  const { next } = request.query as { next?: string | string[] };
  return safeNext(typeof next === 'string' ? next : null) ?? homeOf(viewer);
}
