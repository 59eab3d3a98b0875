import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { CurrentUser } from '#contract/accounts';
import { paths } from '#contract/paths';
import type { InitialData, InitialAnswers } from '#contract/initial-data';
import {
  serverRenderedId,
  placeholders,
  pageTitle,
  type RenderScreen,
  type SignedInScreen,
} from '#contract/screens';
import { chooseEncoding } from '../platform/http/compressed.ts';
import type { PageBuild } from './page-build.ts';
import { escapeHtml } from '../platform/escape-html.ts';
import { jsonInPage } from './page-markup.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Speed before size: each response is compressed for one reader. */
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Asks the portal's own calls with the reader's cookie, so that a page shows exactly what a call would answer. */
async function ask(server: FastifyInstance, request: FastifyRequest, url: string) {
  const { cookie, host } = request.headers;
  const response = await server.inject({
    method: 'GET',
    url,
    headers: { ...(cookie !== undefined && { cookie }), ...(host !== undefined && { host }) },
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}

async function askAll(
  server: FastifyInstance,
  request: FastifyRequest,
  urls: readonly string[],
): Promise<InitialAnswers> {
  const answers = await Promise.all(urls.map(async (url) => [url, await ask(server, request, url)] as const));
  // Server errors are left out: the browser makes these calls again.
  return Object.fromEntries(answers.filter(([, { status }]) => status < 500));
}

async function firstAnswers(
  server: FastifyInstance,
  request: FastifyRequest,
  screen: SignedInScreen,
  student: CurrentUser,
): Promise<InitialAnswers> {
  const address = {
    params: request.params as Record<string, string>,
    search: new URLSearchParams(request.url.split('?', 2)[1]),
  };
  const first = await askAll(server, request, screen.first?.(student, address) ?? []);
  const more = screen.second?.(student, address, first) ?? [];
  return more.length === 0 ? first : { ...first, ...(await askAll(server, request, more)) };
}

/** The user who requests a page; null when signed out, undefined when the session cannot be read just now. */
export async function readVisitor(
  server: FastifyInstance,
  request: FastifyRequest,
): Promise<CurrentUser | null | undefined> {
  if (request.headers.cookie === undefined) return null;
  const { status, body } = await ask(server, request, paths.readSession.path);
  return status === 200 ? (body as { student: CurrentUser | null }).student : undefined;
}

/** What stands before a placeholder and after it. @throws Error when it is not there once */
function cut(text: string, placeholder: string): [string, string] {
  const [before, after, ...more] = text.split(placeholder);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`The shell must hold ${placeholder} once.`);
  return [before, after];
}

/** The pieces of the shell between which a screen's own stand. */
function cutShell(html: string) {
  const style = '<style id="styles"';
  const view = `<div id="${serverRenderedId}">`;
  const data = '</div><script id="initial-data"';
  const modules = ' data-modules="';
  const [head, fromStyle] = cut(html, style);
  const [toView, fromView] = cut(fromStyle, view);
  const [skeleton, fromData] = cut(fromView, data);
  const [toInitialData, fromInitialData] = cut(fromData, placeholders.initialData);
  const [toModules, rest] = cut(fromInitialData, modules);
  return {
    head,
    beforeView: style + toView + view,
    /** Shown where the screen is not rendered on the server. */
    skeleton,
    beforeInitialData: data + toInitialData,
    beforeModules: toModules + modules,
    rest,
  };
}

/** Server-side rendering (SSR); null where it fails: the browser then renders the screen. */
function makeRenderer({ loadRenderer }: PageBuild, log: FastifyBaseLogger): RenderScreen {
  let loading: Promise<RenderScreen> | undefined;
  return async (screen) => {
    try {
      loading ??= loadRenderer();
      return await (
        await loading
      )(screen);
    } catch (error) {
      log.error({ err: error, route: screen.route }, 'a screen could not be rendered on the server');
      return null;
    }
  };
}

/**
 * Answers the screens that need a session: one shell, in it the screen rendered on the server, and in the initial
 * data who is signed in and what the first render needs. Visitors without a session are led to the login and back.
 */
export function signedInPages(
  server: FastifyInstance,
  build: PageBuild,
  policy: string,
  initialData: InitialData,
): (request: FastifyRequest, reply: FastifyReply, screen: SignedInScreen) => Promise<FastifyReply> {
  const pieces = cutShell(
    build.shell.html.replaceAll(placeholders.academyName, () => escapeHtml(initialData.academy.name)),
  );
  const renderScreen = makeRenderer(build, server.log);
  const render = (screen: SignedInScreen, url: string, { session, answers = {} }: InitialData) =>
    session?.student
      ? renderScreen({ ...screen, ...initialData, url, student: session.student, answers })
      : null;

  return async (request, reply, screen) => {
    const student = await readVisitor(server, request);
    if (student === null) return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 302);
    const data: InitialData = { ...initialData, catalogue: [] };
    if (student !== undefined) {
      data.session = { student };
      data.answers = await firstAnswers(server, request, screen, student);
    }
    const { head, beforeView, skeleton, beforeInitialData, beforeModules, rest } = pieces;
    const page = [
      head,
      `<title>${escapeHtml(pageTitle(screen.title))}</title>`,
      beforeView,
      (await render(screen, request.url, data)) ?? skeleton,
      beforeInitialData,
      jsonInPage(data),
      beforeModules,
      // The shell's own follow.
      ...(build.chunks[screen.route] ?? []).map((file) => `${file} `),
      rest,
    ].join('');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    reply
      .header('Content-Type', 'text/html; charset=utf-8')
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .header('Vary', 'Accept-Encoding, Cookie');
    if (encoding === 'identity') return reply.send(page);
    reply.header('Content-Encoding', encoding);
    return reply.send(encoding === 'br' ? await brotli(page, quick) : await zip(page));
  };
}
