import { batchesAs } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pages, rowsAtOnce } from '../../platform/database/rows-at-once.ts';

function readPage({ database }: Pick<AppContext, 'database'>, afterId: number) {
  return database.reader
    .selectFrom('attachments')
    .innerJoin(batchesAs('batch'), 'batch.id', 'attachments.batch_id')
    .where('attachments.erased_at', 'is', null)
    .where('attachments.id', '>', afterId)
    .orderBy('attachments.id')
    .limit(rowsAtOnce)
    .select([
      'attachments.id',
      'attachments.code',
      'attachments.name',
      'attachments.bytes',
      'attachments.sha256',
      'batch.name as batch',
    ])
    .execute();
}

/** Without the sender: posts can be anonymous. */
export type AttachedFile = Awaited<ReturnType<typeof readPage>>[number];

/** Oldest first, in pages, so that memory stays flat. */
export const listAttachedFiles = (context: Pick<AppContext, 'database'>): AsyncGenerator<AttachedFile[]> =>
  pages((last?: AttachedFile) => readPage(context, last?.id ?? 0));

/** Of all attachments, or of these. Without parameters for all, so that a backup can stream it. */
export const attachedFilesInUse = (database: Reader, ids?: readonly number[]) =>
  database
    .selectFrom('attachments')
    .where('erased_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as number[]))
    .groupBy(['sha256', 'bytes'])
    .select(['sha256', 'bytes']);

export async function isAttached(database: Reader, sha256: string): Promise<boolean> {
  const attachment = database
    .selectFrom('attachments')
    .where('sha256', '=', sha256)
    .where('erased_at', 'is', null)
    .select('id')
    .limit(1);
  return (await attachment.executeTakeFirst()) !== undefined;
}
