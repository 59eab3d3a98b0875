import type { Task } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { earlierProject, submissionByNumber } from './queries.ts';
import { accountsAs } from '../accounts/queries.ts';
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

type Place = { accountId: number; submissionId: number };
const beginning: Place = { accountId: 0, submissionId: 0 };

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
