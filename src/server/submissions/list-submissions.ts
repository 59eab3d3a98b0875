import { limits } from '#contract/limits';
import type { ListedReceipt } from '#contract/submissions/calls';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { writePage, type SerializedJson } from '../platform/http/serialized-json.ts';
import { presentOwnVersion } from './presenter.ts';
import { earlierProject, submissionByNumber, versionsBefore, receiptColumns } from './queries.ts';
import type { Task } from '#contract/dates';
import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { eachRow, rowsAtOnce } from '../platform/database/rows-at-once.ts';

/** `before`: a receipt number. */
export type Page = { limit?: number | undefined; before?: string | undefined };

/** @throws 400 for a `before` that is not in the list */
export async function idOfCursor(
  { database }: Pick<AppContext, 'database'>,
  before: string | undefined,
  isOfList: (receipt: { accountId: number; batchId: number | null }) => boolean,
): Promise<number> {
  if (before === undefined) return Number.MAX_SAFE_INTEGER;
  const [receipt] = await submissionByNumber(database.reader, { number: before });
  if (receipt === undefined || !isOfList(receipt))
    throw httpErrors.badRequest('before must be a receipt number of this list');
  return receipt.id;
}

/** Newest first, as the page's bytes allow. @throws 400 for a `before` that is no receipt of this student */
export async function listSubmissions(
  context: Pick<AppContext, 'database'>,
  accountId: number,
  { limit = limits.pageSize, before }: Page,
): Promise<SerializedJson<ListedReceipt[]>> {
  const beforeId = await idOfCursor(context, before, (receipt) => receipt.accountId === accountId);
  const rows = await versionsBefore(context.database.reader, { accountId, beforeId, limit });
  return writePage(rows, presentOwnVersion);
}

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

type Place = { accountId: number; submissionId: number };
const beginning: Place = { accountId: 0, submissionId: 0 };

/** By student, oldest first, with unreleased marks: for operators. @param batchId null for all */
export function listForExport(
  context: Pick<AppContext, 'database'>,
  batchId: number | null,
): AsyncGenerator<ExportRow> {
  return eachRow(({ accountId, submissionId }: Place = beginning) =>
    readPage(context, { accountId, submissionId, batchId }),
  );
}

export type TaskFiles = { batchId: number; task: Task; versions: 'newest' | 'all' };

function readTaskPage(
  { database }: Pick<AppContext, 'database'>,
  of: TaskFiles,
  after: { accountId: number; submissionId: number },
) {
  return database.reader
    .selectFrom('task_progress')
    .innerJoin('submissions', (on) =>
      on
        .onRef('submissions.account_id', '=', 'task_progress.account_id')
        .onRef('submissions.task', '=', 'task_progress.task'),
    )
    .innerJoin(accountsAs('accounts'), 'accounts.id', 'task_progress.account_id')
    .where('task_progress.batch_id', '=', of.batchId)
    .where('task_progress.task', '=', of.task)
    .where(earlierProject.expression, 'is', null)
    .where('task_progress.account_id', '>=', after.accountId)
    .where((on) =>
      on.or([
        on('task_progress.account_id', '>', after.accountId),
        on('submissions.id', '>', after.submissionId),
      ]),
    )
    .$if(of.versions === 'newest', (query) =>
      query.whereRef('submissions.id', '=', 'task_progress.submission_id'),
    )
    .orderBy('task_progress.account_id')
    .orderBy('submissions.id')
    .limit(rowsAtOnce)
    .select(['task_progress.account_id as accountId', 'submissions.id as submissionId'])
    .select(['accounts.email', 'accounts.name', 'submissions.number', 'submissions.version'])
    .select(['submissions.submitted_at', 'submissions.late', 'submissions.erased_at'])
    .select(['submissions.file_name', 'submissions.file_bytes', 'submissions.file_sha256'])
    .execute();
}

export type TaskFileRow = Awaited<ReturnType<typeof readTaskPage>>[number];

/** Each version of a task for the current choice, also without a file. */
export function listTaskFiles(
  context: Pick<AppContext, 'database'>,
  of: TaskFiles,
): AsyncGenerator<TaskFileRow> {
  return eachRow((after: Place = beginning) => readTaskPage(context, of, after));
}
