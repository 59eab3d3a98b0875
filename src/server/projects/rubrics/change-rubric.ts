import type { Task } from '#contract/dates';
import type { TypedLine } from '#contract/projects/rubric-calls';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { lockProject } from '../queries.ts';
import { standingLines, type RubricLineRow } from './queries.ts';
import { isSameRubric, writeRubric, type WantedLine } from './write-rubric.ts';

type Change = { lines: readonly TypedLine[]; original: readonly string[] };

function wantedLines(standing: readonly RubricLineRow[], { lines }: Change): WantedLine[] {
  const taken = new Set<string>();
  return lines.map(({ id, text, points, optional }) => {
    if (id === undefined) return { of: null, text, points, optional };
    const of = standing.find((line) => String(line.id) === id);
    if (of === undefined) throw httpErrors.badRequest(`The line "${id}" is no longer in this rubric.`);
    if (taken.has(id)) throw httpErrors.badRequest(`The line "${id}" is there twice.`);
    taken.add(id);
    return { of, text, points, optional };
  });
}

/**
 * Marks do not change. An equal rubric is no change.
 * @param key the request's Idempotency-Key
 * @param showConflict the `current` of the 409
 * @throws 409 after a change by others, and when the key belongs to another change
 */
export async function changeRubric(
  context: Pick<AppContext, 'database' | 'clock'>,
  { project, task, accountId }: { project: string; task: Task; accountId: number },
  change: Change,
  key: string | null,
  showConflict: (standing: readonly RubricLineRow[]) => object,
): Promise<void> {
  const content = [project, task, change.lines];
  await once(context, { accountId, kind: 'rubric', key, content }, async (writer, now) => {
    // Serializes changes of one rubric.
    await lockProject(writer, project);
    const standing = await standingLines(writer, { projectId: project, task });
    if (change.original.join() !== standing.map(({ id }) => id).join()) {
      const message = 'This rubric was changed in the meantime. Your lines are not saved yet.';
      throw httpErrors.changedMeanwhile(message, showConflict(standing));
    }
    const wanted = wantedLines(standing, change);
    if (!isSameRubric(standing, wanted)) {
      const by = { actorId: accountId, at: now };
      await writeRubric(writer, { projectId: project, task }, standing, wanted, by);
    }
    return accountId;
  });
}
