import { lockAccount } from '../accounts/queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { selectionOfStudent, type SelectionRow } from './queries.ts';

/**
 * Moves the row to `former_selections`.
 * @returns the ended selection with its project's name
 * @throws 409 without a selection
 */
export async function endSelection(
  writer: Writer,
  accountId: number,
  endedAs: 'corrected' | 'undone',
  { actorId, at, reason }: { actorId: number; at: number; reason: string },
): Promise<SelectionRow> {
  await lockAccount(writer, accountId);
  const [standing] = await selectionOfStudent(writer, { accountId });
  if (standing === undefined) throw httpErrors.conflict('The student has not chosen a project.');
  const { id, projectId, startedAt, chosenAt } = standing;
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
  await writer.deleteFrom('selections').where('id', '=', id).execute();
  return standing;
}
