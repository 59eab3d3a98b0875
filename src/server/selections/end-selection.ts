import type { Writer } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { selectionToEnd, type SelectionToEnd } from './queries.ts';

/** The reason is for staff. */
export type ChangeOfChoice = {
  student: { accountId: number; email: string };
  actorId: number;
  reason: string;
};

const changedMeanwhile = () =>
  httpErrors.conflict('The student’s project was changed in the meantime. Please check it again.');

/**
 * Moves the row to `former_selections`; its unique key admits one of two concurrent changes.
 * @returns the ended selection with its project's name
 * @throws 409 without a selection, or after a change by others
 */
export async function endSelection(
  writer: Writer,
  accountId: number,
  endedAs: 'corrected' | 'undone',
  { actorId, at, reason }: { actorId: number; at: number; reason: string },
): Promise<SelectionToEnd> {
  const [standing] = await selectionToEnd(writer, { accountId });
  if (standing === undefined) throw httpErrors.conflict('The student has not chosen a project.');
  const { id, projectId, startedAt, chosenAt } = standing;
  try {
    await writer
      .insertInto('former_selections')
      .values({
        selection_id: id,
        account_id: accountId,
        project_id: projectId,
        started_at: startedAt,
        chosen_at: chosenAt ?? startedAt,
        ended_at: at,
        ended_as: endedAs,
        reason,
        ended_by: actorId,
      })
      .execute();
  } catch (error) {
    throw isUniqueViolation(error) ? changedMeanwhile() : error;
  }
  await writer.deleteFrom('selections').where('id', '=', id).execute();
  return standing;
}
