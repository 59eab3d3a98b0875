import { sql } from 'kysely';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { isFileInUse, isStored } from './list-submitted-files.ts';
import { removedFileName, removedWords } from '../platform/database/personal-tables.ts';

export async function numbersOf(database: Reader, accountId: number): Promise<string[]> {
  const rows = await database
    .selectFrom('submissions')
    .where('account_id', '=', accountId)
    .select('number')
    .execute();
  return rows.map(({ number }) => number);
}

export async function countSubmissions(
  database: Reader,
  accountId: number,
): Promise<{ versions: number; files: number; bytes: number }> {
  const counts = await database
    .selectFrom('submissions')
    .where('submissions.account_id', '=', accountId)
    .select((of) => [
      of.fn.count<number>('submissions.id').as('versions'),
      of.fn.count<number>('submissions.file_id').filterWhere('submissions.erased_at', 'is', null).as('files'),
      of.fn
        .sum<number | null>('submissions.file_bytes')
        .filterWhere('submissions.erased_at', 'is', null)
        .as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  const { versions, files, bytes } = counts;
  return {
    versions: Number(versions),
    files: Number(files),
    bytes: Number(bytes ?? 0),
  };
}

/**
 * Words of submissions; numbers, times, sizes and SHA-256 stay.
 * @param now in milliseconds since 1970 UTC
 * @returns uploads whose bytes go after the commit
 */
export async function eraseSubmissions(writer: Writer, accountId: number, now: number) {
  await writer
    .updateTable('submissions')
    .set({
      links: '',
      comments: removedWords,
      file_name: sql`case when file_name is null then null else ${sql.lit(removedFileName)} end`,
      ai_text: sql`case when ai_text is null then null else ${sql.lit(removedWords)} end`,
      idempotency_key: null,
      upload_id: null,
      erased_at: sql`coalesce(erased_at, ${now})`,
    })
    .where('account_id', '=', accountId)
    // Version 1.0.0 erases all but what was declared.
    .where((of) => of.or([of('erased_at', 'is', null), of('ai_text', '<>', removedWords)]))
    .execute();
  return writer
    .deleteFrom('uploads')
    .where('account_id', '=', accountId)
    .returning(['id', 'place'])
    .execute();
}

/**
 * After the commit; files that others submitted stay.
 * @param keptBefore milliseconds since 1970 UTC: later files may still get a row
 * @param isNeededElsewhere by something else
 * @returns whether all unneeded files are gone
 */
export async function removeErasedFiles(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  accountId: number,
  keptBefore: number,
  isNeededElsewhere: (database: Reader, sha256: string) => Promise<boolean>,
): Promise<boolean> {
  const erased = await database.reader
    .selectFrom('submissions')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is not', null)
    .where('file_sha256', 'is not', null)
    .select(['file_sha256 as sha256', 'file_bytes as bytes'])
    .distinct()
    .execute();
  let areGone = true;
  for (const { sha256, bytes } of erased as { sha256: string; bytes: number }[]) {
    if (await isFileInUse(database.reader, sha256)) continue;
    if (await isNeededElsewhere(database.reader, sha256)) continue;
    if (await files.removeUnused(sha256, keptBefore)) continue;
    areGone &&= !(await isStored(files, sha256, bytes));
  }
  return areGone;
}
