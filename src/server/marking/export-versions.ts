import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { eachRow, rowsAtOnce } from '../platform/database/rows-at-once.ts';
import { earlierProject, receiptColumns } from '../submissions/queries.ts';

type Place = { accountId: number; submissionId: number };
const beginning: Place = { accountId: 0, submissionId: 0 };

type Query = { accountId: number; submissionId: number; batchId: number | null };

function readPage({ database }: Pick<AppContext, 'database'>, after: Query) {
  return database.reader
    .selectFrom(accountsAs('accounts'))
    .innerJoin('submissions', 'submissions.account_id', 'accounts.id')
    .leftJoin(batchesAs('batches'), 'batches.id', 'accounts.batch_id')
    .leftJoin('marks', 'marks.submission_id', 'submissions.id')
    .where('accounts.id', '>=', after.accountId)
    .where((on) =>
      on.or([on('accounts.id', '>', after.accountId), on('submissions.id', '>', after.submissionId)]),
    )
    .$if(after.batchId !== null, (query) => query.where('accounts.batch_id', '=', after.batchId))
    .orderBy('accounts.id')
    .orderBy('submissions.id')
    .limit(rowsAtOnce)
    .select([
      'accounts.id as accountId',
      'submissions.id as submissionId',
      'accounts.email',
      'accounts.name',
      'batches.name as batch',
      ...receiptColumns,
      'marks.marks',
      'marks.comments as mark_comments',
      'marks.released',
      earlierProject,
    ])
    .execute();
}

/** Milliseconds since 1970 UTC; `released` null without a mark. */
export type ExportRow = Awaited<ReturnType<typeof readPage>>[number];

export async function countForExport(
  { database }: Pick<AppContext, 'database'>,
  batchId: number | null,
): Promise<number> {
  const versions = database.reader
    .selectFrom('submissions')
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'submissions.account_id')
    .$if(batchId !== null, (query) => query.where('accounts.batch_id', '=', batchId))
    .select((of) => of.fn.countAll<number>().as('count'));
  return Number((await versions.executeTakeFirstOrThrow()).count);
}

/** By student, oldest first, with unreleased marks: for operators. @param batchId null for all */
export function listForExport(
  context: Pick<AppContext, 'database'>,
  batchId: number | null,
): AsyncGenerator<ExportRow> {
  return eachRow(({ accountId, submissionId }: Place = beginning) =>
    readPage(context, { accountId, submissionId, batchId }),
  );
}
