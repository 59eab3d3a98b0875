import type { Writer } from '../platform/database/database.ts';

/** Adds a choice, for good; @returns its id, null where the account has one already, which stays. */
export async function insertSelection(
  writer: Writer,
  { accountId, projectId, startedAt }: { accountId: number; projectId: string; startedAt: number },
): Promise<number | null> {
  const inserted = await writer
    .insertInto('selections')
    .values({ account_id: accountId, project_id: projectId, started_at: startedAt })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}
