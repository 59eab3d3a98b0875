import { isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import type { NoticeItem, NoticeList } from '#contract/notices/calls';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { afterAllIds, parseId } from '../platform/parse-id.ts';
import { noticesBefore, unreadBefore, type NoticeRow } from './queries.ts';

type NoticeRange = {
  limit?: number | undefined;
  before?: string | undefined;
  unread?: 'true' | undefined;
};

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
 * A page of a reader's notices, newest first.
 * @param unread how many are not read, as the session said
 * @throws a 400 error for a `before` that can be no id
 */
export async function listNotices(
  { database: { reader } }: Pick<AppContext, 'database'>,
  { accountId, unread }: { accountId: number; unread: number },
  { limit = limits.pageSize, before, unread: only }: NoticeRange,
): Promise<NoticeList> {
  const cursor = before === undefined ? afterAllIds : parseId(before);
  if (cursor === null) throw httpErrors.badRequest('before must be the id of a notice.');
  const read = only === undefined ? noticesBefore : unreadBefore;
  const rows = await read(reader, { accountId, before: cursor, limit });
  return { unread, notices: rows.map(presentNotice) };
}
