import { messages } from '#contract/messages';
import type { Selection } from '#contract/selections/calls';
import { hasWaitingScore } from '../accounts/imported-profiles.ts';
import { confirmFirstMessage, mustConfirmFirst } from '../accounts/policy.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import { isRefusedBy } from '../platform/database/database-errors.ts';
import type { Writer } from '../platform/database/database.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { insertSelection } from './insert-selection.ts';
import { refusalOfSelection } from './policy.ts';
import { presentSelection } from './presenter.ts';
import { selectionRequirements, selectionOfStudent } from './queries.ts';

type SelectionOutcome = { isNew: boolean; selection: Selection & { message: string } };

/** Who chooses, with the name that stands in the account. */
type SelectingStudent = Pick<Viewer, 'accountId' | 'email' | 'name' | 'isConfirmed' | 'mustConfirm'>;

/** Why the address has to be confirmed before the choice: the portal asks for it, or a score waits for it that may forbid it. */
async function confirmFirst(
  writer: Writer,
  settings: Settings,
  student: SelectingStudent,
): Promise<string | null> {
  if (student.isConfirmed) return null;
  const isNeeded = mustConfirmFirst(student, settings) || (await hasWaitingScore(writer, student.accountId));
  return isNeeded ? confirmFirstMessage(settings) : null;
}

async function existing(
  database: AppContext['database'],
  student: SelectingStudent,
): Promise<SelectionOutcome | undefined> {
  const [row] = await selectionOfStudent(database.reader, { accountId: student.accountId });
  if (row === undefined) return undefined;
  return {
    isNew: false,
    selection: { message: messages.projectAlreadySelected, ...presentSelection(student, row) },
  };
}

/**
 * Selects a project, once and for good (specification, section 4). A student who has one already gets it back unchanged,
 * whatever else the request holds. The unique key decides between requests that arrive together, a trigger about a project's
 * last seat.
 * @param key the request's Idempotency-Key: a repetition of what has selected the project is answered as new again
 * @throws a 400 error when the project cannot be chosen, 409 when the key has selected another one
 */
export async function selectProject(
  context: AppContext,
  student: SelectingStudent,
  projectId: string,
  key: string | null = null,
): Promise<SelectionOutcome> {
  const { database, clock } = context;
  const { accountId } = student;
  const before = key === null ? await existing(database, student) : undefined;
  if (before !== undefined) return before;
  const now = clock.now();
  const request = { accountId, kind: 'selection', key, content: [projectId], now } as const;
  const choose = (writer: Writer) =>
    makeOnce(writer, request, async () => {
      // Checked again inside the transaction: another request may have been first since.
      const taken = await writer
        .selectFrom('selections')
        .where('account_id', '=', accountId)
        .select('id')
        .executeTakeFirst();
      if (taken !== undefined) return null;
      // Before the score is read: one that arrives in between is seen there.
      const toConfirm = await confirmFirst(writer, context.settings, student);
      const requirements = await selectionRequirements(writer, accountId, projectId);
      const refusal = refusalOfSelection({ ...requirements, confirmFirst: toConfirm });
      if (refusal !== null) throw httpErrors.badRequest(refusal);
      const { id } = requirements.project as { id: string };
      return insertSelection(writer, { accountId, projectId: id, startedAt: now, chosenAt: now });
    });
  const selectionId = await database.transaction(choose).catch((error: unknown) => {
    // The last in the order of refusals: everything else was looked at before the choice was written.
    throw isRefusedBy(error, 'no_seat_left') ? httpErrors.badRequest(messages.noSeatLeft) : error;
  });
  const after = await existing(database, student);
  // The request is a repetition of one whose choice an administrator has undone since.
  if (after === undefined) throw httpErrors.conflict(messages.selectionUndone);
  if (selectionId === null) return after;
  if (after.selection.p_id.toLowerCase() !== projectId.toLowerCase())
    throw httpErrors.conflict(messages.selectionUndone);
  return { isNew: true, selection: { ...after.selection, message: messages.projectSelected } };
}
