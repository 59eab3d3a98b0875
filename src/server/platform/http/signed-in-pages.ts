import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { Student } from '#contract/accounts';
import { paths } from '#contract/paths';
import {
  marks,
  pageTitle,
  signedInScreens,
  type Boot,
  type FirstAnswers,
  type SignedInScreen,
} from '#contract/screens';
import { chooseEncoding } from './compressed.ts';
import type { PageBuild } from './page-build.ts';
import { escapeHtml, jsonInPage } from './page-markup.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Quick rather than small: these pages are written for each reader anew. */
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
): Promise<FirstAnswers> {
  const answers = await Promise.all(urls.map(async (url) => [url, await ask(server, request, url)] as const));
  // What failed on our side is left out: the browser asks again by itself.
  return Object.fromEntries(answers.filter(([, { status }]) => status < 500));
}

async function firstAnswers(
  server: FastifyInstance,
  request: FastifyRequest,
  screen: SignedInScreen,
  student: Student,
): Promise<FirstAnswers> {
  const address = {
    params: request.params as Record<string, string>,
    search: new URLSearchParams(request.url.split('?', 2)[1]),
  };
  const first = await askAll(server, request, screen.first?.(student, address) ?? []);
  const more = screen.second?.(student, address, first) ?? [];
  return more.length === 0 ? first : { ...first, ...(await askAll(server, request, more)) };
}

/** Who sends a page's request; undefined when the portal cannot tell just now. */
export async function readVisitor(
  server: FastifyInstance,
  request: FastifyRequest,
): Promise<Student | null | undefined> {
  if (request.headers.cookie === undefined) return null;
  const { status, body } = await ask(server, request, paths.readSession.path);
  return status === 200 ? (body as { student: Student | null }).student : undefined;
}

function cut(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at)];
}

/**
 * Answers the screens that need a session: one shell, and in its data block who is signed in and what the screen's first render
 * needs. Visitors without a session are led to the login and back.
 */
export function signedInPages(
  server: FastifyInstance,
  { shell, chunks }: PageBuild,
  policy: string,
  boot: Boot,
): (request: FastifyRequest, reply: FastifyReply, screen: SignedInScreen) => Promise<FastifyReply> {
  const html = shell.html.replaceAll(marks.academyName, () => escapeHtml(boot.academy.name));
  const [head, rest] = cut(html, html.indexOf('<link rel="modulepreload"'));
  const [beforeBoot, fromBoot] = cut(rest, rest.indexOf(marks.boot));
  const afterBoot = fromBoot.slice(marks.boot.length);
  const starts = new Map(
    signedInScreens.map(({ route, title }) => {
      const links = (chunks[route] ?? [])
        .map((file) => `<link rel="modulepreload" href="${file}"/>`)
        .join('');
      return [route, `${head}<title>${escapeHtml(pageTitle(title))}</title>${links}${beforeBoot}`];
    }),
  );

  return async (request, reply, screen) => {
    const student = await readVisitor(server, request);
    if (student === null) return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 302);
    const data: Boot = { ...boot, catalogue: [] };
    if (student !== undefined) {
      data.session = { student };
      data.answers = await firstAnswers(server, request, screen, student);
    }
    const page = `${starts.get(screen.route)}${jsonInPage(data)}${afterBoot}`;
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
