import { isOverruled, marksOfLines } from '#contract/projects/rubric-rules';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import type { ToggledLines } from '#contract/marking/calls';
import type { Task } from '#contract/dates';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { lineOf, linesById, type RubricLineRow } from '../projects/rubrics/queries.ts';
import { readEarlierProject } from '../selections/presenter.ts';
import { projectOfSubmission } from './staff-queries.ts';

/** A line as it was when the mark was given. */
type MarkLine = { id: number; line: number; text: string; points: number };

/** Why it differs from the lines' sum. */
export type RuledBy = { lines: readonly MarkLine[]; reason: string | null };

type RubricColumns = { rubric: string | null; overrule_reason: string | null };

export function readRuledBy({ rubric, overrule_reason }: RubricColumns): RuledBy | null {
  return rubric === null ? null : { lines: JSON.parse(rubric) as MarkLine[], reason: overrule_reason };
}

export function rubricColumns(ruledBy: RuledBy | null): RubricColumns {
  return {
    rubric: ruledBy && JSON.stringify(ruledBy.lines),
    overrule_reason: ruledBy?.reason ?? null,
  };
}

/** For staff, with the reason. */
export function presentRuledBy({ lines, reason }: RuledBy): MarkRubric {
  const present = ({ id, line, text, points }: MarkLine) => ({
    id: String(id),
    line: String(line),
    text,
    points,
  });
  return { lines: lines.map(present), reason };
}

export function presentMarkRubric(row: RubricColumns): { rubric?: MarkRubric } {
  const ruledBy = readRuledBy(row);
  return ruledBy === null ? {} : { rubric: presentRuledBy(ruledBy) };
}

export function markLine(row: {
  id: number;
  firstId: number | null;
  text: string;
  points: number;
}): MarkLine {
  return { id: row.id, line: lineOf(row), text: row.text, points: row.points };
}

function keyOf(ruledBy: { lines: readonly { id: number | string }[]; reason: string | null } | null): string {
  if (ruledBy === null || ruledBy.lines.length === 0) return '';
  const ids = ruledBy.lines.map(({ id }) => String(id)).toSorted();
  return JSON.stringify([ids, ruledBy.reason]);
}

export const isSameRuledBy = (one: Parameters<typeof keyOf>[0], other: Parameters<typeof keyOf>[0]) =>
  keyOf(one) === keyOf(other);

/** Undefined if not sent. */
export function seenRuledBy(toggled: ToggledLines) {
  if (toggled === undefined) return undefined;
  return toggled && { lines: toggled.lines.map((id) => ({ id })), reason: toggled.reason };
}

/** In the body's form; the same lines in another order are the typed ones. */
export function asToggled(ruledBy: RuledBy | null, typed: ToggledLines): ToggledLines {
  const isSame = typed !== undefined && isSameRuledBy(ruledBy, seenRuledBy(typed) ?? null);
  if (isSame) return typed;
  return ruledBy && { lines: ruledBy.lines.map(({ id }) => String(id)), reason: ruledBy.reason };
}

/** The version's project, even if the choice was undone; null for none. */
export async function rubricOfSubmission(reader: Reader | Writer, submissionId: number) {
  const [of] = await projectOfSubmission(reader, { submissionId });
  if (of === undefined) throw new Error(`submission ${submissionId} is gone`);
  return { task: of.task, projectId: readEarlierProject(of.earlierProject)?.p_id ?? of.projectId };
}

/**
 * One version of each; archived ones too, so that a rubric change loses no mark.
 * @throws 400 for other lines, and for marks that differ from their sum without a reason
 */
export async function resolveRuledBy(
  reader: Reader | Writer,
  rubricOf: () => Promise<{ task: Task; projectId: string | null }>,
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
  const { projectId, task } = await rubricOf();
  const isOfRubric = (line: (typeof lines)[number]) => line.projectId === projectId && line.task === task;
  if (lines.length < ids.length || !lines.every(isOfRubric))
    throw httpErrors.badRequest(
      "rubric.lines must be lines of the rubric for the student's project and task",
    );
  if (new Set(lines.map(lineOf)).size < lines.length)
    throw httpErrors.badRequest('rubric.lines has two versions of the same line');
  const reason = toggled.reason === '' ? null : toggled.reason;
  const needsReason = isOverruled(lines, marks);
  if (needsReason && reason === null)
    throw httpErrors.badRequest('Please say why the marks differ from the rubric.');
  return {
    lines: lines.map(markLine),
    reason: needsReason ? reason : null,
  };
}

/** `batchIds` is null for all. */
export type OutdatedScope = { projectId: string; task: Task; batchIds: readonly number[] | null };

/** Ticked lines as they are now. A mark with a reason, or without lines left, keeps its number. */
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
