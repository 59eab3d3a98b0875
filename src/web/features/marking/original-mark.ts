import type { MarkRubric } from '#contract/projects/rubric-calls';
import type { StaffSubmission } from '#contract/marking/calls';

/** Toggled rubric lines in the API's format. */
export type ToggledLines = { lines: string[]; reason: string | null };
type Mark = { marks: number; comments: string; released: boolean; rubric?: ToggledLines | null };

/** A mark's toggled lines in the API's format; null for none. */
export function toggledOf(rubric: MarkRubric | undefined): ToggledLines | null {
  return rubric === undefined ? null : { lines: rubric.lines.map(({ id }) => id), reason: rubric.reason };
}

export function isSameToggled(one: ToggledLines, other: ToggledLines | null): boolean {
  const { lines, reason } = other ?? { lines: [], reason: null };
  return one.reason === reason && one.lines.toSorted().join() === lines.toSorted().join();
}

/** The version's mark as the mentor sees it; null without one. */
export function seenMark({ marks, mark_comments, released, rubric }: StaffSubmission): Mark | null {
  return marks === null
    ? null
    : { marks, comments: mark_comments ?? '', released, rubric: toggledOf(rubric) };
}

/** The form's initial mark, for its hidden field. */
export function originalOf(mark: Mark | null): string {
  if (mark === null) return 'null';
  const { marks, comments, released, rubric } = mark;
  return JSON.stringify({ marks, comments, released, ...(rubric !== undefined && { rubric }) });
}

/** Parses that field; invalid JSON stays text, for the server to refuse. */
export function parseOriginal(original: string): unknown {
  try {
    return JSON.parse(original);
  } catch {
    return original;
  }
}

/** The row with its saved mark; drops fields the mark no longer has. */
export function withSaved<Row extends StaffSubmission>(row: Row, changed: StaffSubmission): Row {
  const { rubric: _, mark_comments_html: __, ...rest } = row;
  return { ...rest, ...changed } as Row;
}
