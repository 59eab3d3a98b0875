import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ShownAppearance } from '#contract/catalogue/appearance';
import type { DemoOfSite, PageRenderer, PageRequest, RenderedPage, Site } from '#contract/page-rendering';
import { notFoundPath, publicPaths, publicScreens } from '#contract/screens';
import { signedInScreens } from '#contract/signed-in-screens';
import { countRequest, viewerIfKnown } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { sendBuiltFile, storeBuiltFiles } from '../platform/http/built-files.ts';
import {
  compressText,
  precompress,
  type PrecompressedResponse,
  sendPrecompressed,
} from '../platform/http/compressed.ts';
import { headersOf } from '../platform/http/headers.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { isPageAddress } from '../platform/http/client-errors.ts';
import { watchLoopDelay } from '../platform/http/limits/loop-delay.ts';
import { refuse } from '../platform/http/limits/request-limit.ts';
import { serveAppFiles, serveBuiltFiles } from './app-files.ts';
import { acceptForms } from './forms.ts';
import { addressAfterLogin, inSpecifiedCase, movedAddress, normalizePublicPath } from './page-addresses.ts';
import { type PageBuild, readPageBuild } from './page-build.ts';
import { type PageSources, publicPageRequest } from './page-request.ts';
import { makePageRoute } from './render-page.ts';
import { serveSeeAs } from './see-as/open-see-as.ts';
import { makeZoneClock } from '../platform/zoned-time.ts';
import { hashScripts, pageHeaders } from './page-policy.ts';
import { serverMessages } from '../platform/http/server-messages.ts';

/** The same for all readers: rendered and compressed once, and sent from memory. */
type PublicPages = {
  byPath: ReadonlyMap<string, PrecompressedResponse>;
  notFound: PrecompressedResponse;
  shell: PrecompressedResponse;
};

/** @throws so that a portal without public pages does not start */
async function renderPublicPages(
  { settings }: Pick<AppContext, 'settings'>,
  renderer: PageRenderer,
  sources: PageSources,
  { publicStyles: inlineStyles, compression }: Pick<PageBuild, 'publicStyles' | 'compression'>,
): Promise<PublicPages> {
  async function make(
    url: string,
    render: (page: PageRequest) => Promise<RenderedPage>,
    caching = 'no-cache',
  ): Promise<PrecompressedResponse> {
    const errors: unknown[] = [];
    const page = publicPageRequest(url, sources, {
      inlineStyles,
      onError: (error) => errors.push(error),
    });
    const { status, html: rendered } = await render(page);
    if (!Buffer.isBuffer(rendered) || status >= 500 || errors.length > 0)
      throw new Error(`${url} could not be rendered`, { cause: errors[0] });
    const { html, scripts } = hashScripts(rendered.toString(), page.nonce);
    return precompress(await compressText(html, compression), {
      ...headersOf(settings),
      'Content-Type': 'text/html; charset=utf-8',
      ...pageHeaders(scripts, settings),
      'Cache-Control': caching,
    });
  }
  const render = (page: PageRequest) => renderer.render(page, Infinity);
  const byPath = new Map<string, PrecompressedResponse>();
  for (const url of [...publicPaths, ...sources.listTexts()]) byPath.set(url, await make(url, render));
  return {
    byPath,
    notFound: await make(notFoundPath, render),
    shell: await make(notFoundPath, (page) => renderer.renderShell(page), 'no-store'),
  };
}

export type PagesOptions = Omit<PageSources, 'site' | 'now' | 'settings'> & {
  appearance(): ShownAppearance | null;
  /** What a signup asks, and whether the sample is there. */
  facts(): Pick<Site, 'words' | 'asksGuardian' | 'hasSample'>;
  demo?: DemoOfSite | undefined;
  /** By default what `scripts/build.mjs` built. */
  build?: PageBuild | null | undefined;
};

function siteOf(
  { settings, clock }: AppContext,
  { appearance, demo, facts }: Pick<PagesOptions, 'appearance' | 'demo' | 'facts'>,
): Site {
  const { academyName: name, academyZone: zone, oidc } = settings;
  const academy = { name, zone, clock: makeZoneClock(zone, clock.now()) };
  const academyLogin =
    oidc === null ? null : { button: oidc.button, isOnlyWayOfStaff: !settings.staffPasswordLogin };
  return {
    academy,
    maxUploadBytes: settings.maxUploadBytes,
    sendsMail: settings.smtpUrl !== null,
    hasAddress: settings.publicUrl !== null,
    officeContact: settings.officeContact,
    appearance: appearance(),
    ...facts(),
    academyLogin,
    ...(demo && { demo }),
  };
}

/** Logged-in users are redirected from these. */
const screensBeforeLogin: ReadonlySet<string> = new Set(['/login', '/second-step', '/signup']);

/** The router's catch-all pattern does not match line breaks, and would report a server error. */
const lineTerminator = /%0[ad]|%e2%80%a[89]/i;

export async function registerPages(
  server: FastifyInstance,
  context: AppContext,
  { build = readPageBuild(), appearance, demo, facts, ...own }: PagesOptions,
): Promise<{ refresh(): Promise<void> }> {
  if (build === null) {
    context.log.warn('The web has not been built, so pages answer 503. Run npm run build.');
    server.setNotFoundHandler(() => {
      throw httpErrors.busy('The pages of this portal have not been built yet.', 60);
    });
    return { refresh: async () => {} };
  }

  await storeBuiltFiles(context.database, build.files, context.clock.now()).catch((error: unknown) =>
    context.log.warn({ err: error }, 'the built files could not be shared with other machines'),
  );
  const renderer = await build.loadRenderer();
  const sources = {
    settings: context.settings,
    site: siteOf(context, { appearance, demo, facts }),
    now: () => context.clock.now(),
    ...own,
  };
  const renderAll = () => renderPublicPages(context, renderer, sources, build);
  let pages = await renderAll();

  const queries = new Map<string, string>(
    publicScreens.flatMap((screen) => ('query' in screen ? [[screen.pattern, screen.query]] : [])),
  );
  const showsQuery = (url: string, { query }: FastifyRequest) => {
    const name = queries.get(url);
    return name !== undefined && name in (query as object);
  };
  const shell = (request: FastifyRequest) => {
    const url = normalizePublicPath(request.url);
    return (showsQuery(url, request) ? undefined : pages.byPath.get(url)) ?? pages.shell;
  };
  const loopDelay = watchLoopDelay();
  server.addHook('onClose', async () => loopDelay.stop());
  const { budget } = build;
  const { pageRoute, render } = makePageRoute({
    server,
    context,
    renderer,
    sources,
    budget,
    shell,
    loopDelay,
  });
  const renderPublic = pageRoute(true);
  /** From memory, or rendered for a signed-in reader or a query that the page shows. */
  const sendPublic = async (url: string, request: FastifyRequest, reply: FastifyReply) => {
    const viewer = await viewerIfKnown(request, context);
    if (viewer !== null && screensBeforeLogin.has(url)) {
      const excess = await countRequest({ request, context, viewer }, 'call');
      if (excess !== null) await refuse(request, excess);
      return reply.redirect(addressAfterLogin(request, viewer), 302);
    }
    if (viewer !== null || showsQuery(url, request)) return renderPublic(request, reply);
    return sendPrecompressed(request, reply, pages.byPath.get(url) as PrecompressedResponse);
  };
  for (const url of publicPaths) {
    // The fast path of most visitors: neither cookie nor query.
    server.get(url, (request, reply) =>
      request.headers.cookie === undefined && request.url === url
        ? sendPrecompressed(request, reply, pages.byPath.get(url) as PrecompressedResponse)
        : sendPublic(url, request, reply),
    );
  }
  for (const { pattern } of signedInScreens) server.get(pattern, pageRoute(false));
  await acceptForms(server, pageRoute, context);
  serveSeeAs(server, context, render);
  serveBuiltFiles(server, build, headersOf(context.settings));
  const appFiles = await serveAppFiles(server, context, build, { shell: () => pages.shell, appearance });

  server.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const ofAnotherBuild = isPage ? await sendBuiltFile(context.database, request, reply) : null;
    if (ofAnotherBuild !== null) return ofAnotherBuild;
    if (!isPageAddress(request)) throw httpErrors.notFound(serverMessages.notFound);
    const url = normalizePublicPath(request.url);
    if (pages.byPath.has(url)) return sendPublic(url, request, reply);
    const canonical = inSpecifiedCase(request.url) ?? movedAddress(request.url);
    if (canonical !== null) return reply.redirect(canonical, 308);
    const isRenderable = !lineTerminator.test(url);
    if (isRenderable && (await viewerIfKnown(request, context)) !== null) return renderPublic(request, reply);
    return sendPrecompressed(request, reply, pages.notFound, 404);
  });
  server.unreadablePage.send = (request, reply) => sendPrecompressed(request, reply, pages.notFound, 404);
  return {
    async refresh() {
      sources.site = siteOf(context, { appearance, demo, facts });
      const rendered = await renderAll();
      await appFiles.refresh();
      // A page that shows the change comes with its manifest and worker.
      pages = rendered;
    },
  };
}
