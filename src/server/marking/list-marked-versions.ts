import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import type { MarkedVersion } from '#contract/progress/student-calls';
import type { AppContext } from '../platform/context.ts';
import { writePage, type SerializedJson } from '../platform/http/serialized-json.ts';
import { idOfCursor, type Page } from '../submissions/list-submissions.ts';
import { secondLooksOf } from '../submissions/marks/second-look-queries.ts';
import { markedVersionsBefore, markedVersionsOfTask } from '../submissions/staff-queries.ts';
import { markHistories } from './mark-history.ts';
import { presentMarkedVersion } from './marked-version-presenter.ts';

/**
 * A page of a student's versions, newest first, with marks (released or not) and their history.
 * @throws 400 for a `before` that is no receipt of this student
 */
export async function listMarkedVersions(
  context: Pick<AppContext, 'database'>,
  accountId: number,
  { limit = limits.pageSize, before, task }: Page & { task?: Task | undefined },
): Promise<SerializedJson<MarkedVersion[]>> {
  const { reader } = context.database;
  const beforeId = await idOfCursor(context, before, (receipt) => receipt.accountId === accountId);
  const of = { accountId, beforeId, limit };
  const rows = await (task === undefined
    ? markedVersionsBefore(reader, of)
    : markedVersionsOfTask(reader, { ...of, task }));
  const histories = await markHistories(
    reader,
    rows.map(({ number }) => number),
  );
  const looks = await secondLooksOf(
    reader,
    rows.map(({ lookAt, submissionId }) => ({ lookAt, id: submissionId })),
  );
  return writePage(rows, (row) =>
    presentMarkedVersion(
      row,
      histories.get(row.number) ?? [],
      looks.find(({ submissionId }) => submissionId === row.submissionId),
    ),
  );
}
