import { batchById, type Batch } from '../courses/batch-queries.ts';
import type { Reader } from '../platform/database/database.ts';

/** The access to the batch of what a request has made, where its sender is in another one now. */
export async function accessBefore<Access extends { batch: Batch | null }>(
  reader: Reader,
  access: Access,
  table: 'questions' | 'attachments',
  id: number,
): Promise<Access[]> {
  const made = await reader.selectFrom(table).where('id', '=', id).select('batch_id').executeTakeFirst();
  return made === undefined ? [] : [{ ...access, batch: await batchById(reader, made.batch_id) }];
}

/** As `accessBefore`, for each batch in which somebody has read. */
export async function accessOfReader<Access extends { batch: Batch | null }>(
  reader: Reader,
  access: Access,
  accountId: number,
): Promise<Access[]> {
  const read = await reader
    .selectFrom('discussion_reads')
    .where('account_id', '=', accountId)
    .select('batch_id')
    .execute();
  return Promise.all(
    read.map(async ({ batch_id }) => ({ ...access, batch: await batchById(reader, batch_id) })),
  );
}
