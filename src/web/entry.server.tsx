import { PassThrough } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { pageContext } from './lib/page-context.ts';
import { InlineStylesContext } from './lib/page-styles.tsx';
import { outputContext, PageCollector } from './lib/page-output.ts';

/** How long a page waits for its slow parts before it begins without them, in milliseconds. */
const slowPartMs = 30;

/** Renders a page: in one piece, or as a stream where a part of its data is slow. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const page = loadContext.get(pageContext);
  const output = loadContext.get(outputContext);
  return new Promise((resolve, reject) => {
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
          streaming = setTimeout(() => {
            const stream = new PassThrough();
            output.html = stream;
            pipe(stream);
            finish();
          }, slowPartMs);
        },
        onAllReady() {
          page.signal.removeEventListener('abort', stop);
          clearTimeout(streaming);
          if (output.html !== null) return;
          const collector = new PageCollector(output.maxBytes);
          collector.once('error', reject);
          collector.once('finish', () => {
            output.html = collector.collected();
            finish();
          });
          pipe(collector);
        },
        onShellError: reject,
        onError: page.onError,
      },
    );
    function stop(): void {
      clearTimeout(streaming);
      abort(page.signal.reason);
    }
    page.signal.addEventListener('abort', stop);
  });
}

/** Errors of loaders and of the framework. */
export function handleError(error: unknown, { context }: { context: Readonly<RouterContextProvider> }): void {
  context.get(pageContext).onError(error);
}
