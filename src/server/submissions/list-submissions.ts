import { limits } from '#contract/limits';
import type { ListedReceipt } from '#contract/submissions/calls';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { writePage, type SerializedJson } from '../platform/http/serialized-json.ts';
import { presentVersion } from './presenter.ts';
import { submissionByNumber, versionsBefore } from './queries.ts';

/** `before`: a receipt number. */
export type Page = { limit?: number | undefined; before?: string | undefined };

/** @throws 400 for a `before` that is not in the list */
export async function idOfCursor(
  { database }: Pick<AppContext, 'database'>,
  before: string | undefined,
  isOfList: (receipt: { accountId: number; batchId: number | null }) => boolean,
): Promise<number> {
  if (before === undefined) return Number.MAX_SAFE_INTEGER;
  const [receipt] = await submissionByNumber(database.reader, { number: before });
  if (receipt === undefined || !isOfList(receipt))
    throw httpErrors.badRequest('before must be a receipt number of this list');
  return receipt.id;
}

/** Newest first, as the page's bytes allow. @throws 400 for a `before` that is no receipt of this student */
export async function listSubmissions(
  context: Pick<AppContext, 'database'>,
  accountId: number,
  { limit = limits.pageSize, before }: Page,
): Promise<SerializedJson<ListedReceipt[]>> {
  const beforeId = await idOfCursor(context, before, (receipt) => receipt.accountId === accountId);
  const rows = await versionsBefore(context.database.reader, { accountId, beforeId, limit });
  return writePage(rows, presentVersion);
}
