import type { Writer } from '../platform/database/database.ts';
import { isForeignKeyViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { noSuchProject } from './policy.ts';

/**
 * @param chosenAt null for the start
 * @returns the id; null where the account has a selection already
 * @throws 400 where the project is gone
 */
export async function insertSelection(
  writer: Writer,
  {
    accountId,
    projectId,
    startedAt,
    chosenAt = null,
  }: { accountId: number; projectId: string; startedAt: number; chosenAt?: number | null },
): Promise<number | null> {
  const inserted = await writer
    .insertInto('selections')
    .values({ account_id: accountId, project_id: projectId, started_at: startedAt, chosen_at: chosenAt })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? httpErrors.badRequest(noSuchProject) : error;
    });
  return inserted?.id ?? null;
}
