import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { messages } from '#contract/messages';
import type { InitialData } from '#contract/initial-data';
import { homeOf, safeNext, signedInScreens } from '#contract/screens';
import type { AppContext } from '../platform/context.ts';
import type { PageTexts } from './texts/operator-texts.ts';
import { makeZoneClock } from './zone-clock.ts';
import {
  compressText,
  precompress,
  sendPrecompressed,
  type PrecompressedResponse,
} from '../platform/http/compressed.ts';
import { headersOf } from '../platform/http/headers.ts';
import { inSpecifiedCase, normalizePublicPath } from './public-paths.ts';
import { readPageBuild, type BuiltPage, type PageBuild } from './page-build.ts';
import { fillPage, pagePolicy } from './page-markup.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { readVisitor, signedInPages } from './signed-in-pages.ts';

type PagesOptions = {
  /** What one can build, for Home; read at start and at each refresh. */
  readCatalogue: () => Promise<InitialData['catalogue']>;
  /** The operator's texts, by page; read at start and at each refresh. */
  texts?: () => PageTexts;
  /** The built web; by default what `scripts/build.mjs` left. */
  build?: PageBuild | null;
};

export type Pages = {
  /** Fills the public pages again, after the catalogue or a text has changed. */
  refresh(): Promise<void>;
};

/** Pages whose forms may be sent before their script runs: they are answered with the page, and no field is put into an address. */
const formPages = ['/login', '/signup', '/forgot-password', '/reset-password', '/setup', '/verify'];

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
      throw httpErrors.busy('The pages of this portal have not been built yet.', 60);
    });
    return { refresh: async () => {} };
  }

  const { settings } = context;
  const initialData: Omit<InitialData, 'catalogue'> = {
    academy: {
      name: settings.academyName,
      zone: settings.academyZone,
      clock: makeZoneClock(settings.academyZone, context.clock.now()),
    },
    maxUploadBytes: settings.maxUploadBytes,
  };
  const ready = new Map<string, PrecompressedResponse>();
  let notFound: PrecompressedResponse;
  const refresh = async () => {
    const data = { ...initialData, catalogue: await options.readCatalogue() };
    const texts = options.texts?.();
    const make = (page: BuiltPage, url?: string): PrecompressedResponse =>
      precompress(compressText(fillPage(page.html, data, url && texts?.get(url)), build.brotliQuality), {
        ...headersOf(settings),
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': pagePolicy(page, settings.frameHosts),
        'Cache-Control': 'no-cache',
      });
    for (const [url, page] of build.public) ready.set(url, make(page, url));
    notFound = make(build.notFound);
  };
  await refresh();

  const sendPublic = async (url: string, request: FastifyRequest, reply: FastifyReply) => {
    // A signed-in user is redirected away from the login.
    if (url === '/login' && request.headers.cookie !== undefined) {
      const visitor = await readVisitor(server, request);
      const { next } = request.query as { next?: string | string[] };
      if (visitor)
        return reply.redirect(safeNext(typeof next === 'string' ? next : null) ?? homeOf(visitor), 302);
    }
    const page = ready.get(url);
    return page === undefined ? reply.callNotFound() : sendPrecompressed(request, reply, page);
  };
  for (const url of build.public.keys()) {
    server.get(url, (request, reply) =>
      request.headers.cookie === undefined
        ? sendPrecompressed(request, reply, ready.get(url) as PrecompressedResponse)
        : sendPublic(url, request, reply),
    );
  }

  const sendSignedIn = signedInPages(server, build, pagePolicy(build.shell, settings.frameHosts), {
    ...initialData,
    catalogue: [],
  });
  for (const screen of signedInScreens) {
    server.get(screen.pattern, (request, reply) => sendSignedIn(request, reply, screen));
  }
  serveFiles(server, build, headersOf(settings));
  serveFormsWithoutScripts(server);

  server.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || /^\/(?:api|assets)(?:\/|$)/.test(request.url))
      throw httpErrors.notFound(messages.notFound);
    const url = normalizePublicPath(request.url);
    if (ready.has(url)) return sendPublic(url, request, reply);
    const canonical = inSpecifiedCase(request.url);
    if (canonical !== null) return reply.redirect(canonical, 308);
    return sendPrecompressed(request, reply, notFound, 404);
  });
  return { refresh };
}

function serveFiles(server: FastifyInstance, { files }: PageBuild, common: Record<string, string>): void {
  for (const [url, { type, compressed }] of files) {
    const isHashed = url.startsWith('/assets/');
    const caching = isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
    const file = precompress(compressed, { ...common, 'Content-Type': type, 'Cache-Control': caching });
    server.get(url, (request, reply) => sendPrecompressed(request, reply, file));
  }
}

function serveFormsWithoutScripts(server: FastifyInstance): void {
  server.register(async (scope) => {
    // The body is left unread: passwords in it go nowhere.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    for (const url of formPages) scope.post(url, (request, reply) => reply.redirect(request.url, 303));
  });
}
