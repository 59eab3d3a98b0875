import { isOverruled, marksOfLines } from '#contract/projects/rubric-rules';
import type { Task } from '#contract/dates';
import type { AppContext } from '../platform/context.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import type { Writer } from '../platform/database/database.ts';
import type { RubricProject } from '../projects/rubrics/policy.ts';
import { lineOf, standingLines, type RubricLineRow } from '../projects/rubrics/queries.ts';
import { markLine, readRuledBy, type RuledBy } from './mark-rubric.ts';
import { countOutdatedMarks, firstOutdatedMarks, type OutdatedScope } from './outdated-marks.ts';
import { lockMark, recordMark } from './record-mark.ts';

const atOnce = 200;

/** Marks of the viewer's own students. */
export function outdatedScope({ project, viewer }: RubricProject, task: Task): OutdatedScope {
  const batchIds = viewer.role === 'administrator' ? null : viewer.batches.map(({ id }) => id);
  return { projectId: project.id, task, batchIds };
}

/**
 * The ticked lines in their present version, without removed ones. A mark with a reason, or without any line
 * left, keeps its number.
 */
export function followRubric(
  mark: { marks: number; ruledBy: RuledBy },
  standing: readonly RubricLineRow[],
): { marks: number; ruledBy: RuledBy | null } {
  const { lines: former, reason } = mark.ruledBy;
  const toggled = new Set(former.map(({ line }) => line));
  const lines = standing.filter((line) => toggled.has(lineOf(line))).map(markLine);
  if (lines.length === 0) return { marks: mark.marks, ruledBy: null };
  const marks = isOverruled(former, mark.marks) ? mark.marks : marksOfLines(lines);
  return { marks, ruledBy: { lines, reason: marks === marksOfLines(lines) ? null : reason } };
}

async function remarkOne(
  writer: Writer,
  submission: { id: number; number: string; accountId: number },
  standing: readonly RubricLineRow[],
  by: { actorId: number; at: number },
): Promise<boolean> {
  const row = await lockMark(writer, submission.id);
  const ruledBy = readRuledBy(row);
  // Released meanwhile: what a student sees stays.
  if (row.released === 1 || ruledBy === null) return false;
  const next = followRubric({ marks: row.marks, ruledBy }, standing);
  await recordMark(writer, submission, { comments: row.comments, released: false, ...next }, by);
  return true;
}

/** Recalculates unreleased marks by the current rubric, at most 200, of the viewer's own students. */
export async function remarkByRubric(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  of: RubricProject,
  task: Task,
  key: string | null,
): Promise<{ remarked: number; left: number }> {
  const { accountId } = of.viewer;
  const now = clock.now();
  const scope = outdatedScope(of, task);
  const content = [of.project.id, task];
  return database.transaction(async (writer) => {
    let remarked = 0;
    await makeOnce(writer, { accountId, kind: 'remark', key, content, now }, async () => {
      const standing = await standingLines(writer, { projectId: scope.projectId, task });
      for (const submission of await firstOutdatedMarks(writer, scope, atOnce)) {
        if (await remarkOne(writer, submission, standing, { actorId: accountId, at: now })) remarked += 1;
      }
      return accountId;
    });
    return { remarked, left: await countOutdatedMarks(writer, scope) };
  });
}
