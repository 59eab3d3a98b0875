import type { Writer } from '../platform/database/database.ts';

/** The name goes with the account. @returns false if the account did not mentor the batch */
export async function removeMentor(
  writer: Writer,
  { batchId, accountId }: { batchId: number; accountId: number },
): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom('batch_mentors')
    .where('batch_id', '=', batchId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
