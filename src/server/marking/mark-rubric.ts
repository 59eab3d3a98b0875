import { isOverruled } from '#contract/projects/rubric-rules';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import type { ToggledLines } from '#contract/marking/calls';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { lineOf, linesById } from '../projects/rubrics/queries.ts';
import { readEarlierProject } from '../selections/queries.ts';
import { projectOfSubmission } from '../submissions/queries.ts';

/** A line that a mark was given by, as it was then. */
export type MarkLine = { id: number; line: number; text: string; points: number };

/** The lines that a mark was given by, and why it is another than they come to. */
export type RuledBy = { lines: readonly MarkLine[]; reason: string | null };

type RubricColumns = { rubric: string | null; overrule_reason: string | null };

/** The toggled lines of a mark's row; null without any. */
export function readRuledBy({ rubric, overrule_reason }: RubricColumns): RuledBy | null {
  return rubric === null ? null : { lines: JSON.parse(rubric) as MarkLine[], reason: overrule_reason };
}

export function rubricColumns(ruledBy: RuledBy | null): RubricColumns {
  return {
    rubric: ruledBy && JSON.stringify(ruledBy.lines),
    overrule_reason: ruledBy?.reason ?? null,
  };
}

/** For staff: with the reason. */
export function presentRuledBy({ lines, reason }: RuledBy): MarkRubric {
  const present = ({ id, line, text, points }: MarkLine) => ({
    id: String(id),
    line: String(line),
    text,
    points,
  });
  return { lines: lines.map(present), reason };
}

/** A line as a mark keeps it. */
export function markLine(row: {
  id: number;
  firstId: number | null;
  text: string;
  points: number;
}): MarkLine {
  return { id: row.id, line: lineOf(row), text: row.text, points: row.points };
}

/** Names the same toggled lines and reason alike. */
function keyOf(ruledBy: { lines: readonly { id: number | string }[]; reason: string | null } | null): string {
  if (ruledBy === null || ruledBy.lines.length === 0) return '';
  const ids = ruledBy.lines.map(({ id }) => String(id)).toSorted();
  return JSON.stringify([ids, ruledBy.reason]);
}

export const isSameRuledBy = (one: Parameters<typeof keyOf>[0], other: Parameters<typeof keyOf>[0]) =>
  keyOf(one) === keyOf(other);

/** The toggled lines as a mentor has seen them: absent where that is not told. */
export function seenRuledBy(toggled: ToggledLines) {
  if (toggled === undefined) return undefined;
  return toggled && { lines: toggled.lines.map((id) => ({ id })), reason: toggled.reason };
}

/** By which rubric a version is marked: that of the project that it was made for; null without one. */
export async function rubricOfSubmission(reader: Reader | Writer, submissionId: number) {
  const [of] = await projectOfSubmission(reader, { submissionId });
  if (of === undefined) throw new Error(`submission ${submissionId} is gone`);
  return { task: of.task, projectId: readEarlierProject(of.earlierProject)?.p_id ?? of.projectId };
}

/**
 * The lines by which a mark is to be given: of the project and task of what is marked, at most one version of each. A line
 * that does not stand any more is taken: no mark is lost because a rubric has changed.
 * @throws 400 for other lines, and for marks that the lines do not come to where no reason says why
 */
export async function resolveRuledBy(
  reader: Reader | Writer,
  submissionId: number,
  toggled: ToggledLines,
  marks: number,
): Promise<RuledBy | null | undefined> {
  if (toggled === undefined) return undefined;
  if (toggled === null || toggled.lines.length === 0) return null;
  const ids = [...new Set(toggled.lines.map(parseId))];
  const lines = await linesById(
    reader,
    ids.filter((id) => id !== null),
  );
  const { projectId, task } = await rubricOfSubmission(reader, submissionId);
  const isOfRubric = (line: (typeof lines)[number]) => line.projectId === projectId && line.task === task;
  if (lines.length < ids.length || !lines.every(isOfRubric))
    throw httpErrors.badRequest(
      "rubric.lines must be lines of the rubric of this hand-in's project and task",
    );
  if (new Set(lines.map(lineOf)).size < lines.length)
    throw httpErrors.badRequest('rubric.lines has two versions of one line');
  const reason = toggled.reason === '' ? null : toggled.reason;
  const needsReason = isOverruled(lines, marks);
  if (needsReason && reason === null)
    throw httpErrors.badRequest('Please say why the marks are not what the rubric comes to.');
  return {
    lines: lines.map(markLine),
    reason: needsReason ? reason : null,
  };
}
