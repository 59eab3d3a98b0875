import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { minuteMs } from '#contract/durations';
import { messages } from '#contract/messages';
import type { RenderedPage } from '#contract/page-rendering';
import { studentAddress } from '#contract/progress/batch-view';
import { seeAsAddress, type SeeAs } from '#contract/progress/see-as';
import { homeOf, setUpScreen } from '#contract/screens';
import { ownStudent } from '../../accounts/policy.ts';
import { presentCurrentUser } from '../../accounts/presenter.ts';
import { accountById } from '../../accounts/queries.ts';
import { countRequest, viewerOfRequest } from '../../accounts/sessions/register-endpoint.ts';
import { viewerOf, type Viewer } from '../../accounts/sessions/viewer.ts';
import { newestActAt } from '../../audit/list-lines.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { chooseQuickEncoding, compressPage } from '../../platform/http/compressed.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { refuse } from '../../platform/http/limits/request-limit.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { inertHeaders, sendPlainPage } from '../page-policy.ts';
import type { MadePageRequest } from '../page-request.ts';
import type { RenderPage } from '../render-page.ts';
import { makeInert } from './inert-page.ts';
import { linkFrom, shownReads, shownScreen } from './shown.ts';

/** A visit that only follows links is one use for so long: a `Referer` can be made up. */
const useMs = 30 * minuteMs;

type Use = { viewer: Viewer; student: Viewer; page: SeeAs };

/** Whether the page was opened from elsewhere, or has been open for long. */
async function isNewUse(
  { database, clock }: AppContext,
  { headers: { referer = '' } }: FastifyRequest,
  { viewer, student }: Use,
): Promise<boolean> {
  const inside = `${seeAsAddress(student.email)}/`;
  if (!URL.canParse(referer) || !new URL(referer).pathname.startsWith(inside)) return true;
  const of = { actorId: viewer.accountId, aboutId: student.accountId };
  const at = await newestActAt(database.reader, { act: 'see-as-student', ...of });
  return at === null || at < clock.now() - useMs;
}

/** Before anything is shown. */
async function recordUse(context: AppContext, { viewer, student }: Use): Promise<void> {
  const line = { actorId: viewer.accountId, aboutId: student.accountId, subject: student.email };
  await context.database.transaction((writer) =>
    recordAuditEvent(writer, { ...line, act: 'see-as-student', at: context.clock.now() }),
  );
}

/** Reads as the student, and only what is listed; without what is the student's alone. */
function narrowed(page: MadePageRequest, url: string, seeAs: SeeAs): MadePageRequest {
  const { consent: _consent, guardian: _guardian, ...user } = page.user ?? ({} as never);
  const refusal = { status: 403, body: { message: messages.forbidden, code: 'forbidden' } };
  return {
    ...page,
    url,
    seeAs,
    user: { ...user, unread_notices: 0 },
    call: async (name, input) => (shownReads.has(name) ? page.call(name, input) : refusal),
  };
}

/** A student's own screens for the mentors of the batch and the office, below the student's page. */
export function serveSeeAs(server: FastifyInstance, context: AppContext, render: RenderPage): void {
  const { settings, database } = context;

  /** @throws 401, 403, 404 */
  async function readUse(request: FastifyRequest, viewer: Viewer): Promise<Use> {
    const params = request.params as Record<string, string>;
    const { student } = await ownStudent({ viewer, params, context });
    const { anonymised_at, suspended_at } = await accountById(database.reader, student.accountId);
    if (anonymised_at !== null) throw httpErrors.notFound(serverMessages.seeAsAnonymised);
    if (suspended_at !== null) throw httpErrors.forbidden(serverMessages.seeAsSuspended);
    const seen = { ...(await viewerOf(database.reader, student.accountId)), seenBy: viewer.accountId };
    return { viewer, student: seen, page: { name: seen.name, back: studentAddress(seen.email) } };
  }

  function fail(request: FastifyRequest, reply: FastifyReply, why: unknown): FastifyReply {
    const { s_id } = request.params as { s_id: string };
    const hint = `<a href="${studentAddress(s_id)}">Back to the student’s page</a>`;
    return sendPlainPage(request, reply, settings, { title: 'See as this student', why, hint });
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { student: { email: s_id }, page: { back } }: Use,
    at: string,
    { status, headers, html }: RenderedPage,
  ): FastifyReply {
    const leadTo = (href: string) => linkFrom(href, { s_id, back, at });
    if (html === null) {
      const to = leadTo(headers.get('location') ?? '');
      return to === null
        ? fail(request, reply, httpErrors.notFound(serverMessages.seeAsOther))
        : reply.headers(inertHeaders(settings)).redirect(to, 302);
    }
    if (!Buffer.isBuffer(html)) throw new Error('A page that runs no script was streamed.');
    const encoding = chooseQuickEncoding(request.headers['accept-encoding']);
    reply.code(status).headers({
      'Content-Type': 'text/html; charset=utf-8',
      ...inertHeaders(settings),
      Vary: 'Accept-Encoding, Cookie',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    });
    return reply.send(compressPage(Buffer.from(makeInert(html.toString(), leadTo)), encoding));
  }

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      const viewer = await viewerOfRequest(request, context);
      if (viewer === null) return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 302);
      request.accountId = viewer.accountId;
      const excess = await countRequest({ request, context, viewer }, 'page');
      if (excess !== null) await refuse(request, excess);
      const missing = setUpScreen(presentCurrentUser(viewer, settings));
      if (missing !== null) return reply.redirect(missing, 302);
      const use = await readUse(request, viewer);
      const [, inner = ''] = /^\/[^/]*\/[^/]*\/[^/]*\/as(.*)$/s.exec(request.url) ?? [];
      if (/^\/?$/.test(inner))
        return reply.redirect(seeAsAddress(use.student.email) + homeOf(use.student), 302);
      const url = shownScreen(inner);
      if (url === null) throw httpErrors.notFound(serverMessages.seeAsOther);
      if (await isNewUse(context, request, use)) await recordUse(context, use);
      return await render(request, reply, use.student, {
        of: (page) => narrowed(page, url, use.page),
        send: (page) => send(request, reply, use, url, page),
        fail: (why) => fail(request, reply, why),
      });
    } catch (error) {
      return fail(request, reply, error);
    }
  }

  const refuseChange = async (): Promise<never> => {
    throw httpErrors.forbidden(serverMessages.seeAsReadOnly);
  };
  for (const end of ['', '/*']) {
    const url = `/staff/students/:s_id/as${end}`;
    server.get(url, open);
    const method = ['DELETE', 'PATCH', 'POST', 'PUT'];
    server.route({ method, url, onRequest: refuseChange, handler: refuseChange });
  }
}
