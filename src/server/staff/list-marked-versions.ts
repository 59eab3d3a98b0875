import type { Task } from '#contract/dates';
import { limits } from '#contract/limits';
import type { MarkedVersion } from '#contract/staff-students';
import { accountNames } from '../accounts/queries.ts';
import { readActs } from '../audit/read-acts.ts';
import type { AppContext } from '../platform/context.ts';
import { writePage, type SerializedJson } from '../platform/http/serialized-json.ts';
import { idOfCursor, type Page } from '../submissions/list-submissions.ts';
import { markedVersionsBefore, markedVersionsOfTask } from '../submissions/staff-queries.ts';
import { presentMarkChange, presentMarkedVersion } from './student-presenter.ts';

/** So many changes of marks stand in one page, the newest. */
const historyLimit = 200;

/**
 * A page of a student's versions, or of those of one task, with their marks, released or not, and how these came about; newest first.
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
  const acts = await readActs(reader, {
    act: 'mark-submission',
    subjects: rows.map(({ number }) => number),
    limit: historyLimit,
  });
  const names = await accountNames(
    reader,
    acts.flatMap(({ actorId }) => actorId ?? []),
  );
  const bySubject = Map.groupBy(acts, ({ subject }) => subject);
  return writePage(
    rows.map((row) => {
      const history = bySubject.get(row.number) ?? [];
      return presentMarkedVersion(
        row,
        history.map((act) => presentMarkChange(act, names)),
      );
    }),
  );
}
