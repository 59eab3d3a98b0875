import type { MarkRubric } from '#contract/projects/rubric-calls';
import type { StaffSubmission } from '#contract/marking/calls';

/** The toggled lines of a rubric as calls name them. */
export type ToggledLines = { lines: string[]; reason: string | null };
type Mark = { marks: number; comments: string; released: boolean; rubric?: ToggledLines | null };

/** What a mark was given by, as calls name it; null for no line. */
export function toggledOf(rubric: MarkRubric | undefined): ToggledLines | null {
  return rubric === undefined ? null : { lines: rubric.lines.map(({ id }) => id), reason: rubric.reason };
}

/** Whether two marks were given by the same lines, for the same reason. */
export function isSameToggled(one: ToggledLines, other: ToggledLines | null): boolean {
  const { lines, reason } = other ?? { lines: [], reason: null };
  return one.reason === reason && one.lines.toSorted().join() === lines.toSorted().join();
}

/** The mark of a version as its mentor sees it; null without one. */
export function seenMark({ marks, mark_comments, released, rubric }: StaffSubmission): Mark | null {
  return marks === null
    ? null
    : { marks, comments: mark_comments ?? '', released, rubric: toggledOf(rubric) };
}

/** The mark that a form was begun from, for its hidden field. */
export function originalOf(mark: Mark | null): string {
  if (mark === null) return 'null';
  const { marks, comments, released, rubric } = mark;
  return JSON.stringify({ marks, comments, released, ...(rubric !== undefined && { rubric }) });
}

/** What that field brings back; what is no JSON stays a text, which the call refuses in its words. */
export function parseOriginal(original: string): unknown {
  try {
    return JSON.parse(original);
  } catch {
    return original;
  }
}

/** A row after its mark was saved: what the mark has no more is gone from it, too. */
export function withSaved<Row extends StaffSubmission>(row: Row, changed: StaffSubmission): Row {
  const { rubric: _, mark_comments_html: __, ...rest } = row;
  return { ...rest, ...changed } as Row;
}
