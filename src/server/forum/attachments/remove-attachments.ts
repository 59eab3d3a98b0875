import { hourMs, minuteMs } from '#contract/durations';
import { limits } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { removedFileName } from '../../platform/database/personal-tables.ts';
import { isFileInUse, isStored } from '../../submissions/list-submitted-files.ts';
import { isAttached } from './attached-files.ts';

type Context = Pick<AppContext, 'database' | 'files' | 'clock'>;

/** Milliseconds: newer bytes may belong to an uncommitted row. */
const unwrittenMs = 10 * minuteMs;
const atOnce = 100;

/** Erases attachments that no post has shown for a day. */
export async function giveUpUnused({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  await database.transaction((writer) =>
    writer
      .updateTable('attachments')
      .set({ erased_at: now })
      .where('unused_since', '<=', now - limits.attachmentLifeMs)
      .where('erased_at', 'is', null)
      .execute(),
  );
}

export async function countAttachments(
  database: Reader,
  accountId: number,
): Promise<{ files: number; bytes: number }> {
  const { files, bytes } = await database
    .selectFrom('attachments')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .select((of) => [of.fn.countAll<number>().as('files'), of.fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  return { files: Number(files), bytes: Number(bytes ?? 0) };
}

/**
 * Erases their names, too, and files that others attached to the person's private questions. Others' files that
 * the forum shows remain the forum's.
 */
export async function eraseAttachments(writer: Writer, accountId: number, now: number): Promise<void> {
  const own = writer.selectFrom('attachments').where('account_id', '=', accountId).select('id');
  await writer.deleteFrom('attachment_posts').where('attachment_id', 'in', own).execute();
  await writer
    .updateTable('attachments')
    .set({ private_to: null })
    .where('private_to', '=', accountId)
    .where('id', 'in', (of) => of.selectFrom('attachment_posts').select('attachment_id'))
    .execute();
  await writer
    .updateTable('attachments')
    .set({ name: removedFileName, erased_at: now, unused_since: now })
    .where((of) => of.or([of('account_id', '=', accountId), of('private_to', '=', accountId)]))
    .execute();
}

/** Whether the bytes are gone, or another row needs them. */
async function removeBytes(
  context: Context,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<boolean> {
  const { database, files, clock } = context;
  // Before reading rows: later bytes may belong to a row this read misses.
  const keptBefore = clock.now() - unwrittenMs;
  if ((await isAttached(database.reader, sha256)) || (await isFileInUse(database.reader, sha256)))
    return true;
  return (await files.removeUnused(sha256, keptBefore)) || !(await isStored(files, sha256, bytes));
}

/**
 * Bytes first; a row stays until its bytes can go.
 * @returns whether all are gone
 */
export async function removeGivenUp(context: Context, accountId?: number): Promise<boolean> {
  const { database } = context;
  let areGone = true;
  for (let afterId = 0; ;) {
    const rows = await database.reader
      .selectFrom('attachments')
      .where('erased_at', 'is not', null)
      .where('id', '>', afterId)
      .$if(accountId !== undefined, (of) => of.where('account_id', '=', accountId as number))
      .orderBy('id')
      .limit(atOnce)
      .select(['id', 'sha256', 'bytes'])
      .execute();
    const gone: number[] = [];
    for (const row of rows) if (await removeBytes(context, row)) gone.push(row.id);
    if (gone.length > 0)
      await database.transaction(async (writer) => {
        await writer.deleteFrom('attachment_posts').where('attachment_id', 'in', gone).execute();
        await writer.deleteFrom('attachments').where('id', 'in', gone).execute();
      });
    areGone &&= gone.length === rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return areGone;
    afterId = last.id;
  }
}

/** A day after their text was dropped or edited. */
export const removeUnusedAttachmentsJob = periodicJob(
  'remove-unused-attachments',
  hourMs,
  async (context) => {
    await giveUpUnused(context);
    await removeGivenUp(context);
  },
);
