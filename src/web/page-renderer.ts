import {
  createRequestHandler,
  RouterContextProvider,
  type RequestHandler,
  type ServerBuild,
} from 'react-router';
import * as serverBuild from 'virtual:react-router/server-build';
import type { PageRenderer, PageRequest, RenderedPage } from '#contract/page-rendering';
import { pageContext } from './lib/page/server-call.ts';
import { outputContext, type PageOutput } from './lib/page/page-output.ts';
import { routesOfAddress } from './lib/page/routes-of-address.ts';

/** Only path and query count; what a page says about its address it takes from the page request. */
const origin = 'http://portal.invalid';

const build = serverBuild as ServerBuild;
const handleAll = createRequestHandler(build, 'production');
const routesOf = routesOfAddress(build.routes);
const handlers = new Map<string, RequestHandler>();

/** Of the routes that the address can match. */
function handlerOf(url: string): RequestHandler {
  const found = routesOf(new URL(url, origin).pathname);
  if (found === null) return handleAll;
  let handler = handlers.get(found.key);
  if (handler === undefined) {
    const ids = found.ids();
    const only = <T>(routes: Record<string, T>): Record<string, T> =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
    const { routes, assets } = build;
    const part = { ...build, routes: only(routes), assets: { ...assets, routes: only(assets.routes) } };
    handlers.set(found.key, (handler = createRequestHandler(part, 'production')));
  }
  return handler;
}
/** The framework's single-page mode: of the screen there is only what shows before it is loaded. */
const handleShell = createRequestHandler({ ...build, ssr: false, prerender: [] }, 'production');

async function run(handler: RequestHandler, page: PageRequest, maxBytes: number): Promise<RenderedPage> {
  const context = new RouterContextProvider();
  const output: PageOutput = { maxBytes, html: null, stopping: new AbortController() };
  const { signal } = output.stopping;
  page.signal.throwIfAborted();
  page.signal.addEventListener('abort', () => output.stopping.abort(page.signal.reason));
  context.set(pageContext, page);
  context.set(outputContext, output);
  const request = new Request(origin + page.url, { method: page.method });
  // Given to the constructor, Node would register each request for finalization, with all that its signal reaches: under
  // load the process grew to 860 MB in place of 195.
  Object.defineProperty(request, 'signal', { value: signal });
  const { status, headers } = await handler(request, context);
  if (output.html === null) signal.throwIfAborted();
  return { status, headers, html: output.html };
}

export const pageRenderer: PageRenderer = {
  render: (page, maxBytes) => run(handlerOf(page.url), page, maxBytes),
  renderShell: (page) => run(handleShell, page, Infinity),
};
