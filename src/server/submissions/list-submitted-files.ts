import { accountsAs } from '../accounts/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { rowsAtOnce } from '../platform/database/rows-at-once.ts';

function readPage({ database }: Pick<AppContext, 'database'>, afterId: number) {
  return database.reader
    .selectFrom('submissions')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'submissions.account_id')
    .where('submissions.id', '>', afterId)
    .orderBy('submissions.id')
    .limit(rowsAtOnce)
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
    .execute();
}

type Row = Awaited<ReturnType<typeof readPage>>[number];
/** A version that has a file, as an operator hears of it. */
export type SubmittedFile = Omit<Row, 'name' | 'bytes' | 'sha256'> & {
  name: string;
  bytes: number;
  sha256: string;
};

const hasFile = (row: Row): row is SubmittedFile => row.sha256 !== null;

/** Every version that has a file, oldest first, read page by page so that memory stays flat. */
export async function* listSubmittedFiles(
  context: Pick<AppContext, 'database'>,
): AsyncGenerator<SubmittedFile[]> {
  for (let afterId = 0; ;) {
    const rows = await readPage(context, afterId);
    yield rows.filter(hasFile);
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    afterId = last.id;
  }
}
