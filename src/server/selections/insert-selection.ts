import type { Writer } from '../platform/database/database.ts';

/** Adds a choice, for good; @returns whether it was the account's first: one that is there already stays. */
export async function insertSelection(
  writer: Writer,
  { accountId, projectId, startedAt }: { accountId: number; projectId: string; startedAt: number },
): Promise<boolean> {
  const inserted = await writer
    .insertInto('selections')
    .values({ account_id: accountId, project_id: projectId, started_at: startedAt })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
