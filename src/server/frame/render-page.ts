import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minuteMs } from '#contract/durations';
import type { PageRenderer, RenderedPage } from '#contract/page-rendering';
import { countRequest, viewerOfRequest } from '../accounts/sessions/register-endpoint.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import { toRefusal } from '../platform/http/error-handler.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import type { LoopDelay } from '../platform/http/limits/loop-delay.ts';
import { refuse } from '../platform/http/limits/request-limit.ts';
import { serverMessages } from '../platform/http/server-messages.ts';
import { countsBy } from '../platform/metrics/metric-registry.ts';
import {
  chooseQuickEncoding,
  sendPrecompressed,
  type PrecompressedResponse,
  compressPage,
} from '../platform/http/compressed.ts';
import { nonceSource, pageHeaders, sendFormFailure } from './page-policy.ts';
import type { PageBudget } from './page-build.ts';
import { currentAddress } from './page-addresses.ts';
import {
  formFields,
  makePageRequest,
  readFormTexts,
  type MadePageRequest,
  type PageSources,
} from './page-request.ts';

const defaultBudget: PageBudget = { ms: 2_500, bytes: 1024 * 1024 };
/** Of a page's time: how long it may wait for its turn, unless those of the event loop take longer than this part. */
const waitingPart = 0.4;
const delayPart = 0.1;
/** Of a posted form's page, in milliseconds: without it the typed text would have to be sent again. */
const formWaitMs = 10_000;
/** Of a page that no shell takes the place of. */
const retrySeconds = 2;

export type PageRouteOptions = {
  server: FastifyInstance;
  context: AppContext;
  renderer: PageRenderer;
  sources: PageSources;
  budget: PageBudget | undefined;
  /** In it the browser renders the screen. */
  shell: (request: FastifyRequest) => PrecompressedResponse;
  loopDelay: Pick<LoopDelay, 'ms'>;
};

/** A page that another answer takes the place of, also where rendering fails. */
export type OtherPage = {
  of(page: MadePageRequest): MadePageRequest;
  send(page: RenderedPage): FastifyReply;
  fail(why: unknown): FastifyReply;
};

class ReaderGone extends Error {}

class PageTooSlow extends Error {}

class PortalBusy extends Error {}

function shellReason(why: unknown): 'slow' | 'large' | 'busy' | 'failed' {
  if (why instanceof PageTooSlow) return 'slow';
  if (why instanceof Error && why.name === 'PageTooLarge') return 'large';
  const isBusy = why instanceof PortalBusy || (why instanceof HttpError && why.status === 503);
  return isBusy ? 'busy' : 'failed';
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}

/** If rendering fails or takes too long, a shell is sent and the browser renders the screen. */
export function makePageRoute({
  server,
  context,
  renderer,
  sources,
  budget = defaultBudget,
  shell,
  loopDelay,
}: PageRouteOptions) {
  let failures = 0;
  let rendered = 0;
  const shells = new Map<string, number>();
  context.metrics.push(
    {
      name: 'capstone_pages_rendered_total',
      help: 'Pages rendered for their reader',
      type: 'counter',
      read: () => rendered,
    },
    {
      name: 'capstone_page_shells_total',
      help: 'Pages that the browser had to render, whole or in part, by reason',
      type: 'counter',
      read: () => countsBy('reason', shells),
    },
  );

  let busyLoggedAt = -Infinity;
  function logFailure(request: FastifyRequest, why: unknown): void {
    failures += 1;
    const reason = shellReason(why);
    shells.set(reason, (shells.get(reason) ?? 0) + 1);
    const route = request.routeOptions.url;
    // A busy portal would write a line for each page.
    if (why instanceof PortalBusy) {
      if (performance.now() - busyLoggedAt < minuteMs) return;
      busyLoggedAt = performance.now();
    }
    request.log.warn(
      { err: why, route, reason, failures },
      'a page was not rendered by the server; the browser renders it',
    );
  }

  function sendShell(request: FastifyRequest, reply: FastifyReply, why: unknown): FastifyReply {
    logFailure(request, why);
    // After a shell the browser would reload the screen, and the typed text would be lost.
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

  async function render(
    request: FastifyRequest,
    reply: FastifyReply,
    viewer: Viewer | null,
    other?: OtherPage,
  ): Promise<FastifyReply> {
    const abort = new AbortController();
    const errors: unknown[] = [];
    const giveUp = (why: unknown): FastifyReply => {
      if (other === undefined) return sendShell(request, reply, why);
      logFailure(request, why);
      const isPassing = ['slow', 'busy'].includes(shellReason(why)) && !(why instanceof HttpError);
      return other.fail(isPassing ? httpErrors.busy(serverMessages.busy, retrySeconds) : why);
    };
    const own = makePageRequest(server, { request, reply, viewer }, sources, {
      signal: abort.signal,
      form: formFields(request),
      readForm: () => readFormTexts(context, request),
      onError: (error) => errors.push(error),
      beforeRender: async () => {
        if (own.method !== 'POST' || abort.signal.aborted) return;
        // An act that is done redirects: what is rendered is refused, or only looked up.
        const waiting = new AbortController();
        const late = setTimeout(() => waiting.abort(), formWaitMs);
        await server.requestTurns
          .enterPage(request, reply, waiting.signal)
          .catch((error: unknown) => abort.abort(error));
        clearTimeout(late);
      },
    });
    const page = other === undefined ? own : other.of(own);
    let timer: NodeJS.Timeout | undefined;
    const endAfter = (ms: number, why: Error): void => {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(why), ms);
    };
    reply.raw.once('close', () => {
      clearTimeout(timer);
      // Forms run to their end: a double click closes the first connection and gets the same answer.
      if (!reply.raw.writableFinished && page.method === 'GET') abort.abort(new ReaderGone());
    });
    try {
      // Uploads take as long as they need: their calls have their own limits.
      if (page.method === 'GET') {
        const delayMs = Math.round(loopDelay.ms());
        const waitMs = delayMs > budget.ms * delayPart ? 0 : budget.ms * waitingPart;
        const why = `The page waited ${waitMs} ms for its turn; those of the event loop take ${delayMs} ms.`;
        endAfter(waitMs, new PortalBusy(why));
        await server.requestTurns.enterPage(request, reply, abort.signal);
        endAfter(budget.ms, new PageTooSlow(`The page took longer than ${budget.ms} ms.`));
      }
      const answer = await Promise.race([renderer.render(page, budget.bytes), aborted(abort.signal)]);
      if (answer.html instanceof Readable) {
        finished(answer.html, (error) => {
          const why = errors[0] ?? error;
          if (why && !(abort.signal.reason instanceof ReaderGone)) logFailure(request, why);
        });
      } else {
        clearTimeout(timer);
        // After a 5xx, as from a busy database, the browser tries again.
        if (page.method === 'GET' && (page.hasFailed() || answer.status >= 500 || errors.length > 0))
          return giveUp(errors[0] ?? new Error('A part of the page failed.'));
        if (errors.length > 0) logFailure(request, errors[0]);
      }
      return other === undefined ? send(request, reply, answer, page.nonce) : other.send(answer);
    } catch (error) {
      clearTimeout(timer);
      const why: unknown = abort.signal.aborted ? abort.signal.reason : error;
      if (why instanceof ReaderGone) return reply.hijack();
      if (other === undefined && why instanceof HttpError && why.status === 429)
        return refusePage(request, reply, why);
      return giveUp(why);
    } finally {
      request.turn?.end();
    }
  }

  /** The shell costs little; the browser asks again in time. */
  function refusePage(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (request.method === 'POST') return sendFormFailure(request, reply, context.settings, error);
    const { status, retryAfter } = toRefusal(error, request);
    reply.raw.setHeader('Retry-After', String(retryAfter));
    return sendPrecompressed(request, reply, shell(request), status);
  }

  async function renderCounted(request: FastifyRequest, reply: FastifyReply, viewer: Viewer | null) {
    const isPost = request.method === 'POST';
    const hasFile = isPost && formFields(request) === null;
    try {
      // Of a form with a file only the page that answers it is charged: its bytes may take long.
      const excess = await countRequest({ request, context, viewer }, hasFile ? 'submission' : 'page');
      if (excess !== null) await refuse(request, excess);
      if (isPost && !hasFile) await server.requestTurns.enter(request, reply);
    } catch (error) {
      return refusePage(request, reply, error);
    }
    return render(request, reply, viewer);
  }

  /** @param isForEverybody whether the screen needs no session */
  const pageRoute =
    (isForEverybody: boolean) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      let viewer: Viewer | null;
      let current: string | null;
      try {
        viewer = await viewerOfRequest(request, context);
        current =
          viewer === null && !isForEverybody
            ? null
            : await currentAddress(context.database.reader, request, viewer);
      } catch (error) {
        return sendShell(request, reply, toRefusal(error, request));
      }
      request.accountId = viewer?.accountId ?? null;
      // A posted form is answered with its typed text.
      if (viewer === null && !isForEverybody && request.method !== 'POST')
        return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 302);
      // With 307 the browser posts its form again.
      if (current !== null) return reply.redirect(current, request.method === 'POST' ? 307 : 302);
      return renderCounted(request, reply, viewer);
    };
  return { pageRoute, render };
}

export type RenderPage = ReturnType<typeof makePageRoute>['render'];
