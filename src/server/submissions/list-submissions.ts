import { limits } from '#contract/limits';
import type { Receipt } from '#contract/submissions';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { presentReceipt } from './presenter.ts';
import { submissionByNumber, versionsBefore } from './queries.ts';

/** How a list is asked for: the newest `limit`, or those before the oldest one seen, a receipt's number. */
export type Page = { limit?: number | undefined; before?: string | undefined };

/**
 * A student's versions, newest first.
 * @throws 400 for a `before` that is no receipt of this student
 */
export async function listSubmissions(
  { database }: Pick<AppContext, 'database'>,
  accountId: number,
  { limit = limits.pageSize, before }: Page,
): Promise<Receipt[]> {
  let beforeId = Number.MAX_SAFE_INTEGER;
  if (before !== undefined) {
    const [oldestSeen] = await submissionByNumber(database.reader, { number: before });
    if (oldestSeen?.accountId !== accountId)
      throw httpErrors.badRequest('before is no receipt number of this list');
    beforeId = oldestSeen.id;
  }
  const rows = await versionsBefore(database.reader, { accountId, beforeId, limit });
  return rows.map(presentReceipt);
}
