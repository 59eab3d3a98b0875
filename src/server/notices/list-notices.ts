import * as calls from '#contract/notices/calls';
import { isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import { signedIn } from '../accounts/policy.ts';
import { unreadNoticesOf } from '../accounts/queries.ts';
import { read } from '../accounts/sessions/act.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../platform/parse-id.ts';
import { type NoticeRow, noticesBefore, unreadBefore } from './queries.ts';
import { readNotices } from './read-notices.ts';

function presentNotice(row: NoticeRow): calls.NoticeItem {
  return {
    id: String(row.id),
    kind: row.kind,
    text: row.text,
    href: row.href,
    created_at: isoInstant(row.createdAt),
    is_read: row.readAt !== null,
  };
}

export const noticeReads = [
  read(calls.listNotices, {
    who: signedIn,
    async run({ context, resource: { accountId, unreadNotices: unread }, query }) {
      const { limit = limits.pageSize, before, unread: only } = query;
      const cursor = before === undefined ? afterAllIds : parseId(before);
      if (cursor === null) throw httpErrors.badRequest('before must be the id of a notice.');
      const page = only === undefined ? noticesBefore : unreadBefore;
      const rows = await page(context.database.reader, { accountId, before: cursor, limit });
      return { unread, notices: rows.map(presentNotice) };
    },
  }),

  read(calls.readNotices, {
    who: signedIn,
    async run({ context: { database, clock }, resource: { accountId }, body }) {
      await readNotices(database, accountId, body, clock.now());
      return { unread: await unreadNoticesOf(database.reader, accountId) };
    },
  }),
];
