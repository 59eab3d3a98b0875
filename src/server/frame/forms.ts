import multipart from '@fastify/multipart';
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { answerOnce, type PageHandler } from './answer-once.ts';
import { normalizePublicPath } from './public-paths.ts';

/** Screens whose forms work as plain form posts too, with scripts delayed or off: those for everybody … */
const publicForms = new Set([
  '/login',
  '/second-step',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/setup',
  '/invitation',
  '/verify',
]);
/** Of them those that answer each press by itself: a login begins a session, a look-up changes nothing. */
const repeatableForms = new Set(['/login', '/second-step', '/verify']);
/** … those of signed-in readers, … */
const signedInForms = [
  '/projectDetails/:id',
  '/discussion/:batch',
  '/discussion/:batch/:id',
  '/staff',
  '/staff/people',
  '/staff/people/:s_id',
  '/staff/members',
  '/staff/batches/:batch',
  '/staff/students/:s_id',
  '/staff/release',
  '/staff/batches/:batch/dates',
  '/staff/projects/:p_id/briefs',
  '/staff/projects/:id/rubric',
  '/staff/phrases',
  '/staff/portal',
  '/staff/sample',
  '/staff/intake/:id',
  '/staff/catalogue/add',
  '/staff/catalogue/files',
  '/staff/catalogue/courses/:course',
  '/staff/catalogue/batches/:batch',
  '/staff/catalogue/projects/:p_id',
  '/account',
  '/notices',
];
/** … and those that bring a file, which is streamed where the call streams it. */
const submissionForms = ['/WeeklySubmission', '/FinalProjectSubmission', '/viva'];

/** Takes forms that are posted to their own page; what they do is the `action` of the screen's route. */
export async function acceptForms(
  server: FastifyInstance,
  pageRoute: (isForEverybody: boolean) => PageHandler,
  clock: Clock,
): Promise<void> {
  await server.register(async (scope) => {
    // A body of another type would bring other things than texts.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => {
        // Browsers write the end of a typed line as CRLF; scripts send what was typed.
        const fields = [...new URLSearchParams(body as string)];
        done(null, Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])));
      },
    );
    // What brings no body is a form without fields.
    scope.addHook('preHandler', async (request) => {
      request.body ??= {};
    });
    const render = pageRoute(true);
    const renderOnce = answerOnce(render, clock);
    // A form is posted to the address that is open, which may be written otherwise: /Signup, /login/.
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
    // What a mail program posts by itself (RFC 8058), in either type: what it asks for stands in the address.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    );
    scope.addHook('preHandler', async (request) => {
      request.body ??= {};
    });
    scope.post('/unsubscribe', pageRoute(true));
  });
  await server.register(async (scope) => {
    // A body of another type would bring other things than texts and a file.
    scope.removeAllContentTypeParsers();
    await scope.register(multipart);
    for (const url of submissionForms) scope.post(url, pageRoute(false));
  });
}
