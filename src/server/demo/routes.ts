import type { FastifyInstance } from 'fastify';
import { demoEmail, demoPassword, type DemoName } from '#contract/demo-accounts';
import { minuteMs } from '#contract/durations';
import type { DemoOfSite } from '#contract/page-rendering';
import { landingOf } from '#contract/screens';
import { enterAccount, type LoginSource } from '../accounts/login/finish-login.ts';
import { admit, loginSourceOf } from '../accounts/login/login-replies.ts';
import { presentCurrentUser } from '../accounts/presenter.ts';
import { accountByEmail } from '../accounts/queries.ts';
import { beginAttempts, countedByNetwork, removeAttempts } from '../accounts/rate-limits.ts';
import { countRequest } from '../accounts/sessions/register-endpoint.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { pageHeaders, sendFormFailure } from '../frame/page-policy.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { refuse } from '../platform/http/limits/request-limit.ts';
import { logOutcome } from '../platform/http/security-log.ts';
import { isLoopback } from '../platform/portal-link.ts';
import { listMailTexts } from '../platform/mail/outbox-admin.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { mailsPage } from './mails-page.ts';
import { isMarkedAsDemo } from './seed-demo.ts';

const loginAddress = '/demo/login';
const mailsAddress = '/demo/mails';
const mailsListed = 100;

const logins: readonly { as: string; label: string; account: DemoName }[] = [
  { as: 'student', label: 'Student', account: 'week2' },
  { as: 'mentor', label: 'Mentor', account: 'kavitha' },
  { as: 'office', label: 'Office', account: 'admin' },
];

/** Where the password is public, and a private demo is on this machine only: elsewhere it must be typed. */
function hasOneClickLogins({ demo, demoPassword: password, host }: Settings): boolean {
  return demo !== null && password === demoPassword && (demo === 'public' || isLoopback(host));
}

/** What every screen shows of it; undefined outside of a demo. */
export function demoOfSite(settings: Settings): DemoOfSite | undefined {
  const { demo, demoResetMs } = settings;
  if (demo === null) return undefined;
  const minutes = (demoResetMs ?? 0) / minuteMs;
  const every = minutes === 1 ? 'every minute' : `every ${minutes} minutes`;
  const note =
    demo === 'local'
      ? { text: 'This is a demo.' }
      : {
          text: demoResetMs === null ? 'Public demo' : `Public demo, reset ${every}`,
          link: { href: mailsAddress, label: 'Emails' },
        };
  const shown = hasOneClickLogins(settings) ? logins.map(({ as, label }) => ({ as, label })) : [];
  return { note, loginAddress, logins: shown };
}

/** @throws 403 for a suspended account, 404 where visitors removed it, 429 as a login */
async function logInAs(context: AppContext, name: DemoName, source: LoginSource) {
  const { database, clock } = context;
  const now = clock.now();
  const own = await beginAttempts(context, countedByNetwork('login-address', source.network));
  try {
    const account = await accountByEmail(database.reader, demoEmail(name));
    if (account === undefined || !(await isMarkedAsDemo(database.reader)))
      throw httpErrors.notFound('This account is not in the demo right now. Use another one.');
    return await database.transaction(async (writer) => ({
      accountId: account.id,
      ...(await enterAccount(writer, { accountId: account.id, now }, source)),
    }));
  } catch (error) {
    await database.nonDurableTransaction((writer) => removeAttempts(writer, own));
    throw error;
  }
}

/** Outside of a demo there are no such routes. */
export function registerDemoRoutes(server: FastifyInstance, context: AppContext): void {
  const { settings } = context;
  if (hasOneClickLogins(settings)) registerLogins(server, context);
  if (settings.demo !== 'public') return;
  server.get(mailsAddress, async (request, reply) => {
    const excess = await countRequest({ request, context, viewer: null }, 'page');
    if (excess !== null) await refuse(request, excess);
    const mails = await listMailTexts(context, mailsListed);
    const page = mailsPage(settings, demoOfSite(settings)?.note.text ?? '', mails);
    return reply
      .headers({ ...pageHeaders([], settings), 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}

function registerLogins(server: FastifyInstance, context: AppContext): void {
  const { settings } = context;
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1_000 },
      (_request, body, done) => done(null, new URLSearchParams(body as string).get('as')),
    );
    scope.post(loginAddress, async (request, reply) => {
      try {
        const excess = await countRequest({ request, context, viewer: null }, 'page');
        if (excess !== null) await refuse(request, excess);
        const login = logins.find(({ as }) => as === request.body);
        if (login === undefined) throw httpErrors.badRequest('as must be student, mentor or office');
        const finished = await logOutcome(
          request,
          { done: () => null, refused: { 403: 'login-failed', 404: 'login-failed', 429: 'login-paused' } },
          () => logInAs(context, login.account, loginSourceOf(request, settings)),
        );
        const viewer = (await admit(context, reply, finished)) as Viewer;
        return await reply.redirect(landingOf(presentCurrentUser(viewer, settings)), 303);
      } catch (error) {
        return sendFormFailure(request, reply, settings, error);
      }
    });
  });
}
