import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getsMail, type NoticeMail } from '#contract/notices/notice-kinds';
import * as calls from '#contract/notices/calls';
import { openMailLink } from './mails/notice-mails.ts';
import { chooseMail, mailsTurnedOff } from '../accounts/own-account/mail-choices.ts';
import { readNotices } from './read-notices.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { registerPublicEndpoint } from '../platform/http/register-endpoint.ts';
import { signedIn } from '../accounts/policy.ts';
import { unreadNoticesOf } from '../accounts/queries.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import { isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import type { NoticeItem, NoticeList } from '#contract/notices/calls';
import { afterAllIds, parseId } from '../platform/parse-id.ts';
import { type NoticeRow, noticesBefore, unreadBefore } from './queries.ts';

const unknownLink = () =>
  httpErrors.notFound(
    'This link is not valid. Copy it from the email again, or log in and open "Your account".',
  );

export function registerNoticeRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { database, clock } = context;

  on(calls.listNotices, signedIn, ({ resource: { accountId, unreadNotices: unread }, query }) =>
    listNotices(context, { accountId, unread }, query),
  );

  on(calls.readNotices, signedIn, async ({ resource: { accountId }, body }) => {
    await readNotices(database, accountId, body, clock.now());
    return { unread: await unreadNoticesOf(database.reader, accountId) };
  });

  on(calls.chooseMail, signedIn, async ({ resource: { accountId, role }, body, idempotencyKey: key }) => {
    if (!getsMail(role, body.mail))
      throw httpErrors.badRequest(`You get no emails of the kind ${body.mail}.`);
    await chooseMail(context, { accountId, mails: [body.mail], isOn: body.is_on }, key);
    return body;
  });

  // The signed link suffices, so that one click in the mail works without a login.
  registerPublicEndpoint(server, context, calls.readMailLink, async ({ query: { token } }) => {
    const link = await openMailLink(database.reader, token);
    if (link === null) throw unknownLink();
    const off = await mailsTurnedOff(database.reader, { accountId: link.accountId });
    const isOff = (mail: NoticeMail) => off.some((row) => row.mail === mail);
    return { mails: [...link.mails], is_on: !link.mails.every(isOff) };
  });

  registerPublicEndpoint(server, context, calls.chooseMailByLink, async ({ body, idempotencyKey: key }) => {
    const link = await openMailLink(database.reader, body.token);
    if (link === null) throw unknownLink();
    await chooseMail(context, { ...link, isOn: body.is_on }, key);
    return { mails: [...link.mails], is_on: body.is_on };
  });
}

function presentNotice(row: NoticeRow): NoticeItem {
  return {
    id: String(row.id),
    kind: row.kind,
    text: row.text,
    href: row.href,
    created_at: isoInstant(row.createdAt),
    is_read: row.readAt !== null,
  };
}

/**
 * Newest first.
 * @param unread count from the session
 * @throws 400 for an invalid `before`
 */
export async function listNotices(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { accountId, unread }: { accountId: number; unread: number },
  { limit = limits.pageSize, before, unread: only }: z.output<typeof calls.listNotices.query>,
): Promise<NoticeList> {
  const cursor = before === undefined ? afterAllIds : parseId(before);
  if (cursor === null) throw httpErrors.badRequest('before must be the id of a notice.');
  const read = only === undefined ? noticesBefore : unreadBefore;
  const rows = await read(reader, { accountId, before: cursor, limit });
  return { unread, notices: rows.map(presentNotice) };
}
