import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { signedInScreens } from '#contract/signed-in-screens';
import type { AppContext, Clock } from '../platform/context.ts';
import { toHttpError } from '../platform/http/error-handler.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { sendFormFailure } from './page-policy.ts';
import { normalizePublicPath } from './page-addresses.ts';

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** These forms also work without scripts. */
const publicForms = new Set([
  '/login',
  '/second-step',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/setup',
  '/invitation',
  '/join',
  '/verify',
]);
/** Not deduplicated: a login starts a session, and a look-up changes nothing. */
const repeatableForms = new Set(['/login', '/second-step', '/verify']);
/** These bring a file, which their call streams. */
const submissionForms = ['/WeeklySubmission', '/FinalProjectSubmission', '/viva'];

/** The file is optional. */
const mixedForm = '/extension';

const withFile = new Set([...submissionForms, mixedForm]);
/** A screen without forms answers 405. */
const signedInForms = signedInScreens.map(({ pattern }) => pattern).filter((url) => !withFile.has(url));

/** The types of HTML forms, of which a page takes one. */
const textForm = 'application/x-www-form-urlencoded';
const fileForm = 'multipart/form-data';
const formTypes = new RegExp(`^(?:${textForm}|${fileForm}|text/plain)(?:;|$)`, 'i');

const dedupeMs = 60_000;

function keyOf({ url, body }: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([url, body]))
    .digest('base64');
}

/**
 * Deduplicates double submits: an identical POST within 60 s gets the first one's redirect, instead of "address taken" or
 * "link used". Per process only.
 */
export function dedupeFormPosts(handle: PageHandler, clock: Clock): PageHandler {
  const recent = new Map<string, { at: number; location: Promise<string | null> }>();
  return async (request, reply) => {
    const now = clock.now();
    for (const [key, { at }] of recent) if (now - at > dedupeMs) recent.delete(key);
    const key = keyOf(request);
    const first = await recent.get(key)?.location;
    if (first) return reply.redirect(first, 303);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    recent.set(key, { at: now, location: promise });
    try {
      return await handle(request, reply);
    } finally {
      const location = reply.statusCode === 303 ? String(reply.getHeader('location')) : null;
      // A refused form may be sent again.
      if (location === null) recent.delete(key);
      resolve(location);
    }
  };
}

/** The `action` of the screen's route runs them. */
export async function acceptForms(
  server: FastifyInstance,
  pageRoute: (isForEverybody: boolean) => PageHandler,
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
): Promise<void> {
  await server.register(async (scope) => {
    parseTexts(scope);
    refuseWithPage(scope, settings, textForm);
    const render = pageRoute(true);
    const renderOnce = dedupeFormPosts(render, clock);
    // The open address may differ in case or a slash: /Signup, /login/.
    for (const url of ['/:screen', '/:screen/']) {
      const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
        if (!publicForms.has(normalizePublicPath(request.url))) reply.callNotFound();
      };
      scope.post(url, { onRequest }, (request, reply) =>
        repeatableForms.has(normalizePublicPath(request.url))
          ? render(request, reply)
          : renderOnce(request, reply),
      );
    }
    for (const url of signedInForms) scope.post(url, pageRoute(false));
  });
  await server.register(async (scope) => {
    // Mail programs post here in either type (RFC 8058); the request is in the address.
    parseTexts(scope);
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    );
    scope.post('/unsubscribe', pageRoute(true));
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    refuseWithPage(scope, settings, fileForm);
    await scope.register(multipart);
    for (const url of submissionForms) scope.post(url, pageRoute(false));
  });
  await server.register(async (scope) => {
    parseTexts(scope);
    refuseWithPage(scope, settings, fileForm);
    await scope.register(multipart);
    scope.post(mixedForm, pageRoute(false));
  });
}

/** A form whose body is not read is answered with a page; other bodies with JSON, as for calls. */
function refuseWithPage(
  scope: FastifyInstance,
  settings: AppContext['settings'],
  accepted: typeof textForm | typeof fileForm,
): void {
  scope.setErrorHandler((error, request, reply) => {
    const status = toHttpError(error)?.status;
    const isForm = formTypes.test(request.headers['content-type'] ?? '');
    if (!isForm || (status !== 413 && status !== 415)) throw error;
    const why = status === 415 ? httpErrors.unsupportedType(`This form must be sent as ${accepted}.`) : error;
    return sendFormFailure(request, reply, settings, why);
  });
}

/** Other types are refused; a missing body is a form without fields. */
function parseTexts(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      // Browsers send line ends as CRLF; scripts send LF.
      const fields = [...new URLSearchParams(body as string)];
      done(null, Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])));
    },
  );
  scope.addHook('preHandler', async (request) => {
    if (!/^multipart\//i.test(request.headers['content-type'] ?? '')) request.body ??= {};
  });
}
