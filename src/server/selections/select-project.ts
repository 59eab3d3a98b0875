import { messages } from '#contract/messages';
import * as calls from '#contract/selections/calls';
import { choosingAt } from '#contract/selections/choosing';
import { isStudent, self, signedIn } from '../accounts/policy.ts';
import { lockAccount, setPreferredProject } from '../accounts/queries.ts';
import { act } from '../accounts/sessions/act.ts';
import { isRefusedBy } from '../platform/database/database-errors.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { serverMessages } from '../platform/http/server-messages.ts';
import { beginningOfChoice } from './choice-times.ts';
import { refusalOfProject, refusalsOfChoice } from './choice-refusals.ts';
import { insertSelection } from './insert-selection.ts';
import { presentSelection } from './presenter.ts';
import { selectionOfStudent, selectionRequirements } from './queries.ts';

const hasChosen = async (reader: Reader | Writer, accountId: number): Promise<boolean> =>
  (await selectionOfStudent(reader, { accountId })).length > 0;

/**
 * Selects a project for good (specification, section 4). An existing selection is returned unchanged, whatever the
 * request holds. A unique key decides between concurrent requests, a trigger about the last seat.
 */
const selectProject = act(calls.selectProject, {
  who: signedIn,
  permit({ viewer, body }) {
    if (!isStudent(viewer, body.sp_id)) throw httpErrors.forbidden(messages.forbidden);
  },
  key: { kind: 'selection', content: ({ body }) => [body.p_id] },
  isDone: (reader, { viewer }) => hasChosen(reader, viewer.accountId),
  async run(writer, { viewer: student, body: { p_id }, context: { settings }, now }) {
    const { accountId } = student;
    // A move to a batch of another course at the same time is seen here, or sees this choice.
    await lockAccount(writer, accountId);
    if (await hasChosen(writer, accountId)) return null;
    const asked = { projectId: p_id, now };
    const { refusals, project } = await refusalsOfChoice(writer, settings, student, asked);
    const [refusal] = refusals;
    if (refusal !== undefined) throw httpErrors.badRequest(refusal.message);
    const { id: projectId } = project as { id: string };
    const at = await beginningOfChoice(writer, accountId, now);
    const chosen = { accountId, projectId, startedAt: at, chosenAt: at };
    const id = await insertSelection(writer, chosen).catch((error: unknown) => {
      // Last in the order of refusals.
      throw isRefusedBy(error, 'no_seat_left') ? httpErrors.badRequest(serverMessages.noSeatLeft) : error;
    });
    return id === null ? null : { id };
  },
  async answer(reader, { viewer: student, body: { p_id } }, id) {
    const [row] = await selectionOfStudent(reader, { accountId: student.accountId });
    // A repetition of a request whose selection was undone since.
    if (row === undefined) throw httpErrors.conflict(serverMessages.selectionUndone);
    const selection = presentSelection(student, row);
    if (id === 0)
      return { status: 200 as const, body: { message: messages.projectAlreadySelected, ...selection } };
    if (row.projectId.toLowerCase() !== p_id.toLowerCase())
      throw httpErrors.conflict(serverMessages.selectionUndone);
    return { status: 201 as const, body: { message: messages.projectSelected, ...selection } };
  },
});

/** Keeps which project a student would like, while the batch does not choose. */
const preferProject = act(calls.preferProject, {
  who: self,
  key: { kind: 'preference', content: ({ body }) => [body.p_id] },
  async run(writer, { resource: { accountId }, body: { p_id }, now }) {
    if (await hasChosen(writer, accountId)) throw httpErrors.conflict(messages.projectAlreadySelected);
    if (p_id === null) {
      await setPreferredProject(writer, accountId, null);
      return { id: accountId };
    }
    const requirements = await selectionRequirements(writer, accountId, p_id);
    const { student, project } = requirements;
    const isOpen = choosingAt(student, now) === 'open';
    // A score that may still change is no obstacle.
    const refusal =
      refusalOfProject(requirements)?.message ?? (isOpen ? 'You can choose this project now.' : null);
    if (refusal !== null) throw httpErrors.badRequest(refusal);
    await setPreferredProject(writer, accountId, project?.id ?? null);
    return { id: accountId };
  },
});

export const selectionActs = [selectProject, preferProject];
