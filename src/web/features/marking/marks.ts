import { withAsciiDigits } from '#contract/digits';
import { limits } from '#contract/limits';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import type { CurrentMark, StaffSubmission } from '#contract/marking/calls';
import { settle } from '#contract/settle';
import { taskLabel } from '../../lib/task-label.ts';

export const marksHint = `Enter a number from ${limits.marksMin} to ${limits.marksMax}.`;

/** `82` or `71.5`; null if not a number within the limits. */
export function parseMarks(typed: string): number | null {
  const text = withAsciiDigits(typed.trim());
  if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(text)) return null;
  const marks = Number(text);
  return marks >= limits.marksMin && marks <= limits.marksMax ? marks : null;
}

export function withoutLetters(typed: string): string {
  return typed.replaceAll(/\p{L}/gu, '');
}

/** In the API's format. */
export type ToggledLines = { lines: string[]; reason: string | null };
type Mark = { marks: number; comments: string; released: boolean; rubric?: ToggledLines | null };

export function toggledOf(rubric: MarkRubric | undefined): ToggledLines | null {
  return rubric === undefined ? null : { lines: rubric.lines.map(({ id }) => id), reason: rubric.reason };
}

const noLines: ToggledLines = { lines: [], reason: null };

export function isSameToggled(
  one: ToggledLines | null | undefined,
  other: ToggledLines | null | undefined,
): boolean {
  const [{ lines, reason }, { lines: others, reason: another }] = [one ?? noLines, other ?? noLines];
  return reason === another && lines.toSorted().join() === others.toSorted().join();
}

export const isSaved = (row: StaffSubmission, mark: Mark & { rubric: ToggledLines }): boolean =>
  mark.marks === row.marks &&
  mark.comments === (row.mark_comments ?? '') &&
  mark.released === row.released &&
  isSameToggled(mark.rubric, toggledOf(row.rubric));

export function seenMark({ marks, mark_comments, released, rubric }: StaffSubmission): Mark | null {
  return marks === null
    ? null
    : { marks, comments: mark_comments ?? '', released, rubric: toggledOf(rubric) };
}

const parts = ['marks', 'comments', 'released', 'rubric'] as const;

/** What the changed parts of a mark showed. @param original null for no mark */
export function beganOfMark(mark: Mark, original: Mark | null): Record<string, unknown> {
  const began = { marks: null, comments: '', released: false, rubric: null, ...original };
  const isChanged = {
    marks: mark.marks !== began.marks,
    comments: mark.comments.trim() !== began.comments.trim(),
    released: mark.released !== began.released,
    rubric: mark.rubric != null && !isSameToggled(mark.rubric, began.rubric),
  };
  return Object.fromEntries(parts.filter((name) => isChanged[name]).map((name) => [name, began[name]]));
}

/** One's own changes on top of what is stored now. @param began names them; without it, all are one's own */
export function onTopOf<M extends Mark>(
  mine: M & { began?: Readonly<Record<string, unknown>> },
  current: Mark,
): M & { began: Record<string, unknown> } {
  const { began } = mine;
  const currentOf = (isOwn: boolean) =>
    Object.fromEntries(
      parts
        .filter((name) => isOwn === (began === undefined || name in began))
        .map((name) => [name, current[name] ?? null]),
    );
  return { ...mine, ...currentOf(false), began: currentOf(true) };
}

/** For the form's hidden field. */
export function originalOf(mark: Mark | null): string {
  if (mark === null) return 'null';
  const { marks, comments, released, rubric } = mark;
  return JSON.stringify({ marks, comments, released, ...(rubric !== undefined && { rubric }) });
}

/** Invalid JSON stays text, for the server to refuse. */
export function parseOriginal(original: string): unknown {
  try {
    return JSON.parse(original);
  } catch {
    return original;
  }
}

type Typed = { marks: string; comments: string; rubric: ToggledLines | undefined; original: string };

/**
 * What a colleague has saved since the draft began, where the server would refuse it; null if nothing. `mine` are one's
 * own changes on top of it.
 */
export function overtakenMark(row: StaffSubmission, { original, ...typed }: Typed) {
  const [now, began] = [seenMark(row), parseOriginal(original)];
  if (now === null || typeof began !== 'object') return null;
  const marks = parseMarks(typed.marks) ?? now.marks;
  const { comments, rubric = null } = typed;
  const mine = { marks, comments, released: now.released, rubric };
  const from = beganOfMark(mine, began && { ...(began as typeof now), released: now.released });
  const current = isSameToggled(mine.rubric, now.rubric) ? { ...now, rubric } : now;
  if (settle(mine, from, current).conflicts.length === 0) return null;
  const { rubric: lines, mark_comments_html: html } = row;
  return {
    current: {
      ...now,
      rubric: lines,
      marked_by: null,
      ...(html !== undefined && { comments_html: html }),
    } as CurrentMark,
    mine: { ...mine, format: 'markdown' as const, began: from },
  };
}

/** Drops fields the mark no longer has. */
export function withSaved<Row extends StaffSubmission>(row: Row, changed: StaffSubmission): Row {
  const { rubric: _, mark_comments_html: __, ...rest } = row;
  return { ...rest, ...changed } as Row;
}

type MarkedVersion = Pick<StaffSubmission, 'student' | 'task' | 'version' | 'marks' | 'shown' | 'earlier'>;

/** '' unless a newer version needs marking. */
function describeNewVersion({ version, marks, earlier }: MarkedVersion): string {
  if (marks !== null || earlier === null) return '';
  const held = earlier.released ? '' : ` (${earlier.marks} out of 100, not released)`;
  return `Version ${version} is not marked yet. Version ${earlier.version} is marked${held}. `;
}

export function describeMarkVisibility(row: MarkedVersion): string {
  const { student, task, version, marks, shown } = row;
  const after = describeNewVersion(row);
  const name = student.s_name;
  if (shown === null) {
    return marks === null
      ? `${after}${name} sees no marks for ${taskLabel(task)} yet.`
      : `${name} does not see these marks until you release them.`;
  }
  const seen = `${shown.marks} out of 100${shown.comments === '' ? '' : ' and the comment'}`;
  if (shown.version === version) return `${name} sees ${seen}.`;
  const earlier = `${name} still sees ${shown.marks} out of 100, for version ${shown.version}`;
  return marks === null
    ? `${after}${earlier}.`
    : `${earlier}. Only staff see these marks for version ${version}.`;
}

export function markState({
  marks,
  released,
}: Pick<StaffSubmission, 'marks' | 'released'>): 'To mark' | 'Not released' | 'Released' {
  if (marks === null) return 'To mark';
  return released ? 'Released' : 'Not released';
}
