import { choosingAt } from '#contract/selections/choosing';
import { messages } from '#contract/messages';
import { setPreferredProject } from '../accounts/queries.ts';
import type { AppContext } from '../platform/context.ts';
import { once } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { refusalOfSelection } from './insert-selection.ts';
import { selectionOfStudent, selectionRequirements } from './queries.ts';

/**
 * Keeps which project a student would like, while the batch does not choose.
 * @param projectId null for none
 * @param key the request's Idempotency-Key: a repetition changes nothing
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
      return accountId;
    }
    const { student, project } = await selectionRequirements(writer, accountId, projectId);
    // A score that may still change is no obstacle.
    const asked = { student: { ...student, exitScore: null }, confirmFirst: null, project };
    const isOpen = choosingAt(student, now) === 'open';
    const refusal = refusalOfSelection(asked) ?? (isOpen ? 'You can choose this project now.' : null);
    if (refusal !== null) throw httpErrors.badRequest(refusal);
    await setPreferredProject(writer, accountId, project?.id ?? null);
    return accountId;
  });
}
