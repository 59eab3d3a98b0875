import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages';
import { homeOf, safeNext, signedInScreens, type Boot } from '#contract/screens';
import type { AppContext } from '../context.ts';
import { compressText, sendCompressed, type Compressed } from './compressed.ts';
import { inSpecifiedCase, lookedUp } from './page-addresses.ts';
import { readPageBuild, type BuiltPage, type PageBuild } from './page-build.ts';
import { fillPage, pagePolicy } from './page-markup.ts';
import { problems } from './problems.ts';
import { readVisitor, signedInPages } from './signed-in-pages.ts';

export type PagesOptions = {
  /** What one can build, for Home; read at start and at each refresh. */
  readCatalogue: () => Promise<Boot['catalogue']>;
  /** The built web; by default what `scripts/build.mjs` left. */
  build?: PageBuild | null;
};

export type Pages = {
  /** Writes the public pages anew, after the catalogue has changed. */
  refresh(): Promise<void>;
};

type ReadyPage = { compressed: Compressed; policy: string };

/** Forms that were sent before the page's script ran: their page comes back, and nothing stands in an address. */
const formPages = ['/login', '/signup', '/reset-password', '/setup'];

/** Serves the screens: public ones from memory, signed-in ones with their first data, everything else as not found. */
export async function registerPages(
  server: FastifyInstance,
  context: AppContext,
  options: PagesOptions,
): Promise<Pages> {
  const build = options.build === undefined ? readPageBuild() : options.build;
  if (build === null) {
    context.log.warn('The web has not been built: pages answer 503. Run npm run build.');
    server.setNotFoundHandler(() => {
      throw problems.busy('The pages of this portal have not been built yet.', 60);
    });
    return { refresh: async () => {} };
  }

  const { settings } = context;
  const boot: Omit<Boot, 'catalogue'> = {
    academy: { name: settings.academyName, zone: settings.academyZone },
    maxUploadBytes: settings.maxUploadBytes,
  };
  const ready = new Map<string, ReadyPage>();
  let notFound: ReadyPage;
  const refresh = async () => {
    const whole = { ...boot, catalogue: await options.readCatalogue() };
    const make = (page: BuiltPage): ReadyPage => ({
      compressed: compressText(fillPage(page.html, whole)),
      policy: pagePolicy(page, settings.frameHosts),
    });
    for (const [url, page] of build.public) ready.set(url, make(page));
    notFound = make(build.notFound);
  };
  await refresh();

  const send = (request: FastifyRequest, reply: FastifyReply, page: ReadyPage) => {
    reply
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', page.policy)
      .header('Cache-Control', 'no-cache');
    return sendCompressed(request, reply, page.compressed);
  };
  const sendPublic = async (url: string, request: FastifyRequest, reply: FastifyReply) => {
    // Whoever is signed in has no business at the login.
    if (url === '/login' && request.headers.cookie !== undefined) {
      const visitor = await readVisitor(server, request);
      const { next } = request.query as { next?: string | string[] };
      if (visitor)
        return reply.redirect(safeNext(typeof next === 'string' ? next : null) ?? homeOf(visitor), 302);
    }
    const page = ready.get(url);
    return page === undefined ? reply.callNotFound() : send(request, reply, page);
  };
  for (const url of build.public.keys()) {
    server.get(url, (request, reply) =>
      url === '/login' ? sendPublic(url, request, reply) : send(request, reply, ready.get(url) as ReadyPage),
    );
  }

  const sendSignedIn = signedInPages(server, build, pagePolicy(build.shell, settings.frameHosts), {
    ...boot,
    catalogue: [],
  });
  for (const screen of signedInScreens) {
    server.get(screen.pattern, (request, reply) => sendSignedIn(request, reply, screen));
  }
  serveFiles(server, build);
  takeEarlyForms(server);

  server.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(?:api|assets)(?:\/|$)/.test(request.url)) throw problems.notFound(messages.notFound);
    const url = lookedUp(request.url);
    if (ready.has(url)) return sendPublic(url, request, reply);
    const canonical = inSpecifiedCase(request.url);
    if (canonical !== null) return reply.redirect(canonical, 308);
    return send(request, reply.code(404), notFound);
  });
  return { refresh };
}

function serveFiles(server: FastifyInstance, { files }: PageBuild): void {
  for (const [url, { type, compressed }] of files) {
    const caching = url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    server.get(url, (request, reply) => {
      reply.header('Content-Type', type).header('Cache-Control', caching);
      return sendCompressed(request, reply, compressed);
    });
  }
}

function takeEarlyForms(server: FastifyInstance): void {
  server.register(async (scope) => {
    // The body is left unread: passwords in it go nowhere.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    for (const url of formPages) scope.post(url, (request, reply) => reply.redirect(request.url, 303));
  });
}
