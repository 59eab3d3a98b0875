import type { Writer } from '../platform/database/database.ts';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { selectionToEnd, type SelectionToEnd } from './queries.ts';

/** A change of a student's choice: whose, by whom, and why, which is for staff alone. */
export type ChangeOfChoice = {
  student: { accountId: number; email: string };
  actorId: number;
  reason: string;
};

const changedMeanwhile = () =>
  httpErrors.conflict('The student’s choice was changed in the meantime. Please look at it again.');

/**
 * Ends the standing choice of a student within a change: its row moves to `former_selections`, and another may stand. The
 * unique key of its id lets one of two that come together through.
 * @returns the choice that stood, with its project's name
 * @throws 409 without a choice, or where somebody else has ended it meanwhile
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
