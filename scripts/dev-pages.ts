import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isRunnableDevEnvironment, type Plugin } from 'vite';
import type { CurrentUser } from '#contract/accounts/calls';
import type { PageRequest } from '#contract/page-rendering';
import { paths } from '#contract/all-paths';
import { callAddress } from '#web/lib/calls/call-address';
import { defaultSite } from '#web/lib/page/site';

/** A page without the portal around it: its calls go to the portal over HTTP, with the reader's cookie. It takes no posted forms. */
async function developmentPage(request: IncomingMessage, signal: AbortSignal): Promise<PageRequest> {
  const call: PageRequest['call'] = async (name, { params, query }) => {
    const { method, path } = paths[name];
    const response = await fetch(process.env['CAPSTONE_API'] + callAddress(path, params, query), {
      method,
      headers: { cookie: request.headers.cookie ?? '' },
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const session = await call('readSession', {});
  const { student } = session.body as { student: CurrentUser | null };
  return {
    method: 'GET',
    url: (request.url ?? '/').replace(/\.data(?=\?|$)/, ''),
    site: defaultSite,
    user: student,
    now: Date.now(),
    readerZone: null,
    nonce: '',
    inlineStyles: null,
    signal,
    call,
    form: null,
    readForm: async () => ({}),
    formKey: '',
    readCatalogue: async () => [],
    readHomeWords: () => ({ heading: null, paragraph: null, steps: null }),
    readText: () => null,
    listTexts: () => [],
    readLink: async () => 'good',
    readSetUp: async () => ({ hasSample: true, fixed: { name: false, zone: false } }),
    beforeRender: async () => {},
    onError: console.error,
  };
}

/** Renders the pages of `npm run dev` with the portal's own renderer, in place of the framework's development server. */
export const developmentPages: Plugin = {
  name: 'development-pages',
  apply: 'serve',
  configureServer: (server) => () => {
    const { ssr } = server.environments;
    if (ssr === undefined || !isRunnableDevEnvironment(ssr)) return;
    server.middlewares.use(async (request, response, next) => {
      try {
        const { createRequestHandler, RouterContextProvider } = await ssr.runner.import('react-router');
        const { pageContext } = await ssr.runner.import('/src/web/lib/page/server-call.ts');
        const { outputContext } = await ssr.runner.import('/src/web/lib/page/page-output.ts');
        const stopping = new AbortController();
        const output = { maxBytes: Infinity, html: null as Buffer | Readable | null, stopping };
        const context = new RouterContextProvider();
        context.set(pageContext, await developmentPage(request, stopping.signal));
        context.set(outputContext, output);
        const handle = createRequestHandler(
          await ssr.runner.import('virtual:react-router/server-build'),
          'development',
        );
        const page = new Request(`http://${request.headers.host}${request.originalUrl}`);
        const { status, headers, body } = await handle(page, context);
        response.writeHead(status, Object.fromEntries(headers));
        const html = output.html ?? (body && Readable.fromWeb(body));
        if (html instanceof Readable) html.pipe(response);
        else response.end(html);
      } catch (error) {
        next(error);
      }
    });
  },
};
