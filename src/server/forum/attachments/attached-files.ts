import { batchesAs } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';

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

/** An attachment as an operator hears of it: without who has sent it, whom a post may not name. */
export type AttachedFile = Awaited<ReturnType<typeof readPage>>[number];

/** Every attachment that was not given up, oldest first, read page by page so that memory stays flat. */
export async function* listAttachedFiles(
  context: Pick<AppContext, 'database'>,
): AsyncGenerator<AttachedFile[]> {
  for (let afterId = 0; ;) {
    const rows = await readPage(context, afterId);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    afterId = last.id;
  }
}

/** All files that attachments have, each once, as `sha256` and `bytes`: a query without parameters, for a backup to stream. */
export function attachedFilesInUse(database: Reader): string {
  return database
    .selectFrom('attachments')
    .where('erased_at', 'is', null)
    .groupBy(['sha256', 'bytes'])
    .select(['sha256', 'bytes'])
    .compile().sql;
}

/** Whether an attachment that was not given up has these bytes. */
export async function isAttached(database: Reader, sha256: string): Promise<boolean> {
  const attachment = database
    .selectFrom('attachments')
    .where('sha256', '=', sha256)
    .where('erased_at', 'is', null)
    .select('id')
    .limit(1);
  return (await attachment.executeTakeFirst()) !== undefined;
}
