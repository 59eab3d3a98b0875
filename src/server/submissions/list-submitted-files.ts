import { accountsAs } from '../accounts/queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { FileMissing } from '../platform/files/file-store.ts';
import { pages, rowsAtOnce } from '../platform/database/rows-at-once.ts';

function versions(database: Reader) {
  return (
    database
      .selectFrom('submissions')
      .innerJoin(accountsAs('accounts'), 'accounts.id', 'submissions.account_id')
      // These bytes are gone on purpose.
      .where('submissions.erased_at', 'is', null)
      .select([
        'submissions.id',
        'submissions.number',
        'submissions.task',
        'submissions.version',
        'submissions.file_name as name',
        'submissions.file_bytes as bytes',
        'submissions.file_sha256 as sha256',
        'accounts.email',
      ])
  );
}

const withFile = (database: Reader) => versions(database).where('submissions.file_sha256', 'is not', null);

function readPage({ database }: Pick<AppContext, 'database'>, afterId: number) {
  return versions(database.reader)
    .where('submissions.id', '>', afterId)
    .orderBy('submissions.id')
    .limit(rowsAtOnce)
    .execute();
}

type Row = Awaited<ReturnType<typeof readPage>>[number];
export type SubmittedFile = Omit<Row, 'name' | 'bytes' | 'sha256'> & {
  name: string;
  bytes: number;
  sha256: string;
};

const hasFile = (row: Row): row is SubmittedFile => row.sha256 !== null;

export async function countSubmittedFiles({ database }: Pick<AppContext, 'database'>): Promise<number> {
  const files = database.reader
    .selectFrom('submissions')
    .where('file_sha256', 'is not', null)
    .where('erased_at', 'is', null)
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await files.executeTakeFirstOrThrow()).count);
}

/** Oldest first, in pages, so that memory stays flat. */
export async function* listSubmittedFiles(
  context: Pick<AppContext, 'database'>,
): AsyncGenerator<SubmittedFile[]> {
  for await (const rows of pages((last?: Row) => readPage(context, last?.id ?? 0)))
    yield rows.filter(hasFile);
}

/** Of all versions, or of these. Without parameters for all, so that a backup can stream it. */
export const filesInUse = (database: Reader, ids?: readonly number[]) =>
  database
    .selectFrom('submissions')
    .where('file_sha256', 'is not', null)
    .where('erased_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as number[]))
    .groupBy(['file_sha256', 'file_bytes'])
    .select(['file_sha256 as sha256', 'file_bytes as bytes']);

export async function isFileInUse(database: Reader, sha256: string): Promise<boolean> {
  const version = database
    .selectFrom('submissions')
    .where('file_sha256', '=', sha256)
    .where('erased_at', 'is', null)
    .select('id')
    .limit(1);
  return (await version.executeTakeFirst()) !== undefined;
}

/** For restore checks: the newest, which older copies lack, and evenly spread others. */
export async function sampleSubmittedFiles(database: Reader, ofEach: number): Promise<SubmittedFile[]> {
  const newest = await withFile(database).orderBy('submissions.id', 'desc').limit(ofEach).execute();
  const sample = new Map(newest.map((row) => [row.id, row]));
  const last = newest[0]?.id ?? 0;
  for (let n = 0; n < ofEach && sample.size < last; n += 1) {
    const from = Math.floor((n * last) / ofEach);
    const [row] = await withFile(database)
      .where('submissions.id', '>', from)
      .orderBy('submissions.id')
      .limit(1)
      .execute();
    if (row !== undefined) sample.set(row.id, row);
  }
  return [...sample.values()].filter(hasFile);
}

export async function isStored(files: AppContext['files'], sha256: string, bytes: number): Promise<boolean> {
  try {
    (await files.read(sha256, bytes)).destroy();
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}
