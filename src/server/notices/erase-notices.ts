import type { Reader, Writer } from '../platform/database/database.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';

export async function countNotices(database: Reader, accountId: number): Promise<number> {
  const notices = database
    .selectFrom('notices')
    .where('account_id', '=', accountId)
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await notices.executeTakeFirstOrThrow()).count);
}

/**
 * Also notices of others about the account's submissions, which name it.
 * @param numbers receipt numbers of its submissions
 */
export async function eraseNotices(
  writer: Writer,
  { accountId, numbers }: { accountId: number; numbers: readonly string[] },
): Promise<void> {
  for (const table of ['notices', 'mail_link_keys'] as const)
    await writer.deleteFrom(table).where('account_id', '=', accountId).execute();
  for (let from = 0; from < numbers.length; from += rowsAtOnce) {
    await writer
      .deleteFrom('notices')
      .where('kind', 'in', ['new-version', 'second-look'])
      .where('event', 'in', numbers.slice(from, from + rowsAtOnce))
      .execute();
  }
}

/** The announcement's count of views stays. */
export async function eraseViews(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('announcement_views').where('account_id', '=', accountId).execute();
}
