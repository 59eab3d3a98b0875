import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { pageContext } from './lib/page/server-call.ts';
import { outputContext, PageCollector, streamPage } from './lib/page/page-output.ts';
import { InlineStylesContext } from './lib/page/page-styles.tsx';

/** Milliseconds to wait for slow parts before streaming starts without them. */
const slowPartMs = 30;

/** Milliseconds the data of an aborted page may take to finish. */
const lastDataMs = 50;

/**
 * Renders a page whole, or as a stream when some data is slow.
 * @throws rendering errors and the abort reason
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const page = loadContext.get(pageContext);
  const output = loadContext.get(outputContext);
  const { stopping } = output;
  const { signal } = stopping;
  await page.beforeRender();
  // For an action's own headers (Retry-After) the framework would otherwise ask each route.
  for (const own of Object.values(routerContext.staticHandlerContext.actionHeaders))
    for (const [name, value] of own) headers.set(name, value);
  return new Promise((resolve, reject) => {
    // After a failure the framework would render again, as the error page.
    signal.throwIfAborted();
    let streaming: NodeJS.Timeout | undefined;
    const finish = () => resolve(new Response(null, { status, headers }));
    const { pipe, abort } = renderToPipeableStream(
      <InlineStylesContext value={page.inlineStyles}>
        <ServerRouter context={routerContext} url={request.url} nonce={page.nonce} />
      </InlineStylesContext>,
      {
        nonce: page.nonce,
        // React would split a long page into pieces that only a script can join.
        progressiveChunkSize: Infinity,
        onShellReady() {
          // What streams is put in place by a script.
          if (signal.aborted || page.seeAs !== undefined) return;
          streaming = setTimeout(() => {
            const stream = streamPage(output);
            output.html = stream;
            pipe(stream);
            finish();
          }, slowPartMs);
        },
        onAllReady() {
          clearTimeout(streaming);
          if (output.html !== null || signal.aborted) return;
          const collector = new PageCollector(output.maxBytes);
          collector.once('error', (error) => stopping.abort(error));
          collector.once('finish', () => {
            output.html = collector.collected();
            finish();
          });
          pipe(collector);
        },
        onShellError: (error) => stopping.abort(error),
        onError(error) {
          page.onError(error);
        },
      },
    );
    signal.addEventListener('abort', () => {
      clearTimeout(streaming);
      // Data promises reject now; the browser must receive that before the page ends, or it waits forever.
      if (output.html !== null) return setTimeout(abort, lastDataMs, signal.reason);
      abort(signal.reason);
      reject(signal.reason);
    });
  });
}

export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  context.get(pageContext).onError(error);
}
