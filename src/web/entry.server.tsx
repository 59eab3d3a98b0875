import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { pageContext } from './lib/page/page-context.ts';
import { outputContext, PageCollector, streamPage } from './lib/page/page-output.ts';
import { InlineStylesContext } from './lib/page/page-styles.tsx';

/** How long a page waits for its slow parts before it begins without them, in milliseconds. */
const slowPartMs = 30;

/** How long the data of a page that is cut off may take to end, in milliseconds, before the page ends. */
const lastDataMs = 50;

/**
 * Renders a page: in one piece, or as a stream where a part of its data is slow.
 * @throws what rendering throws, and why the page was stopped
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
  // Of an action's own headers, such as Retry-After, the framework would ask each route whether they count.
  for (const own of Object.values(routerContext.staticHandlerContext.actionHeaders))
    for (const [name, value] of own) headers.set(name, value);
  return new Promise((resolve, reject) => {
    // After a failure the framework would render once more, the page of the error.
    signal.throwIfAborted();
    let streaming: NodeJS.Timeout | undefined;
    const finish = () => resolve(new Response(null, { status, headers }));
    const { pipe, abort } = renderToPipeableStream(
      <InlineStylesContext value={page.inlineStyles}>
        <ServerRouter context={routerContext} url={request.url} nonce={page.nonce} />
      </InlineStylesContext>,
      {
        nonce: page.nonce,
        // React would split a long page into pieces that only a script puts together.
        progressiveChunkSize: Infinity,
        onShellReady() {
          if (signal.aborted) return;
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
      // Promises of the page's data are rejected now; the browser must learn of it before the page ends, or it would wait.
      if (output.html !== null) return setTimeout(abort, lastDataMs, signal.reason);
      abort(signal.reason);
      reject(signal.reason);
    });
  });
}

/** Errors of loaders and of the framework. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  context.get(pageContext).onError(error);
}
