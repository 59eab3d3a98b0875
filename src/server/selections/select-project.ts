import { messages } from '#contract/messages';
import { serverMessages } from '../platform/http/server-messages.ts';
import type { Selection } from '#contract/selections/calls';
import { guardianSentences } from '../accounts/consent/consent-rules.ts';
import { missingGuardian } from '../accounts/consent/consent-queries.ts';
import { hasWaitingScore } from '../accounts/imported-profiles.ts';
import { confirmFirstMessage, mustConfirmFirst } from '../accounts/policy.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { AppContext } from '../platform/context.ts';
import { isRefusedBy } from '../platform/database/database-errors.ts';
import type { Writer } from '../platform/database/database.ts';
import { makeOnce, once } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { insertSelection, refusalByTime, refusalOfSelection } from './insert-selection.ts';
import { presentSelection } from './presenter.ts';
import { selectionOfStudent, selectionRequirements } from './queries.ts';
import { choosingAt } from '#contract/selections/choosing';
import { lockAccount, setPreferredProject } from '../accounts/queries.ts';

type SelectionOutcome = { isNew: boolean; selection: Selection & { message: string } };

type SelectingStudent = Pick<Viewer, 'accountId' | 'email' | 'name' | 'isConfirmed' | 'mustConfirm'>;

/** The portal requires it, or a waiting exit score may forbid the selection. */
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
 * Selects a project for good (specification, section 4). An existing selection is returned unchanged, whatever the request
 * holds. A unique key decides between concurrent requests, a trigger about the last seat.
 * @param key the request's Idempotency-Key: a repetition of the first request is answered as new
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
      // A move to a batch of another course at the same time is seen here, or sees this choice.
      await lockAccount(writer, accountId);
      // Checked again in the transaction.
      const taken = await writer
        .selectFrom('selections')
        .where('account_id', '=', accountId)
        .select('id')
        .executeTakeFirst();
      if (taken !== undefined) return null;
      // Before the score is read, so that a score that arrives meanwhile is seen.
      const toConfirm = await confirmFirst(writer, context.settings, student);
      const requirements = await selectionRequirements(writer, accountId, projectId);
      const guardian = await missingGuardian(writer, accountId);
      const refusal =
        refusalByTime(requirements.student, now, context.settings.academyZone) ??
        (guardian && guardianSentences[guardian]) ??
        refusalOfSelection({ ...requirements, confirmFirst: toConfirm });
      if (refusal !== null) throw httpErrors.badRequest(refusal);
      const { id } = requirements.project as { id: string };
      return insertSelection(writer, { accountId, projectId: id, startedAt: now, chosenAt: now });
    });
  const selectionId = await database.transaction(choose).catch((error: unknown) => {
    // Last in the order of refusals.
    throw isRefusedBy(error, 'no_seat_left') ? httpErrors.badRequest(messages.noSeatLeft) : error;
  });
  const after = await existing(database, student);
  // A repetition of a request whose selection was undone since.
  if (after === undefined) throw httpErrors.conflict(serverMessages.selectionUndone);
  if (selectionId === null) return after;
  if (after.selection.p_id.toLowerCase() !== projectId.toLowerCase())
    throw httpErrors.conflict(serverMessages.selectionUndone);
  return { isNew: true, selection: { ...after.selection, message: messages.projectSelected } };
}

/**
 * Keeps which project a student would like, while the batch does not choose.
 * @param projectId null for none
 * @throws 400 where the project is not offered to the student, or may be chosen now; 409 after a choice
 */
export async function preferProject(
  context: Pick<AppContext, 'database' | 'clock'>,
  accountId: number,
  projectId: string | null,
  key: string | null,
): Promise<void> {
  const request = { accountId, kind: 'preference', key, content: [projectId] } as const;
  await once(context, request, async (writer, now) => {
    const [chosen] = await selectionOfStudent(writer, { accountId });
    if (chosen !== undefined) throw httpErrors.conflict(messages.projectAlreadySelected);
    if (projectId === null) {
      await setPreferredProject(writer, accountId, null);
      return;
    }
    const { student, project } = await selectionRequirements(writer, accountId, projectId);
    // A score that may still change is no obstacle.
    const asked = { student: { ...student, exitScore: null }, confirmFirst: null, project };
    const isOpen = choosingAt(student, now) === 'open';
    const refusal = refusalOfSelection(asked) ?? (isOpen ? 'You can choose this project now.' : null);
    if (refusal !== null) throw httpErrors.badRequest(refusal);
    await setPreferredProject(writer, accountId, project?.id ?? null);
  });
}
