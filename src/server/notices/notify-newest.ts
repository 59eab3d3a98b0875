import type { NoticeKind } from '#contract/notices/notice-kinds';
import type { Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import { mailedSince } from './mails/once-a-day.ts';
import { notify, type Notification } from './notify.ts';

type Newest = Notification & {
  /** News of an earlier instant is another matter. */
  since: number;
  /** Beside its own: kinds whose notices since then have used the mail up. */
  mailedBy: readonly NoticeKind[];
};

/**
 * Notifies of what changes often: the newest words alone are on the list, and the first of them is mailed. Last in the
 * transaction, as `notify`.
 */
export async function notifyNewest(
  writer: Writer,
  { since, mailedBy, ...notification }: Newest,
): Promise<void> {
  const { kind, text } = notification;
  for (const accounts of partsOf([...new Set(notification.accounts)].toSorted((a, b) => a - b))) {
    const known = await writer
      .selectFrom('notices')
      .where('account_id', 'in', accounts)
      .where('created_at', '>=', since)
      .where('kind', 'in', [kind, ...mailedBy])
      .orderBy('id')
      .select(['id', 'account_id as accountId', 'kind', 'read_at as readAt'])
      .execute();
    const own = known.filter((row) => row.kind === kind);
    const unread = new Map(own.filter(({ readAt }) => readAt === null).map((row) => [row.accountId, row.id]));
    const isMailed = new Set([
      ...known.map(({ accountId }) => accountId),
      ...(await mailedSince(writer, accounts, since)),
    ]);
    const old = own.flatMap(({ id, readAt }) => (readAt === null ? [] : [id]));
    if (unread.size > 0)
      await writer
        .updateTable('notices')
        .set({ text })
        .where('id', 'in', [...unread.values()])
        .execute();
    if (old.length > 0) await writer.deleteFrom('notices').where('id', 'in', old).execute();
    for (const accountId of accounts)
      if (!unread.has(accountId))
        await notify(writer, { ...notification, accounts: [accountId], isMailed: !isMailed.has(accountId) });
  }
}
