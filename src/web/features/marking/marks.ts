import { withAsciiDigits } from '#contract/digits';
import { limits } from '#contract/limits';
import type { MarkRubric } from '#contract/projects/rubric-calls';
import type { CurrentMark, StaffSubmission } from '#contract/marking/calls';
import { marksOfStatus, type RecordStatus } from '#contract/marking/recorded';
import { settle } from '#contract/settle';
import { markWords } from '../../lib/record-words.ts';
import { taskLabel } from '../../lib/task-label.ts';

/**
 * What the form and the panel of a mark show: of a version, or of what is recorded without a file. A record's
 * `number` names student and task.
 */
export type MarkRow = Pick<
  StaffSubmission,
  | 'number'
  | 'task'
  | 'student'
  | 'marks'
  | 'mark_comments'
  | 'mark_comments_html'
  | 'rubric'
  | 'released'
  | 'take_back_until'
  | 'earlier'
> & {
  /** Of a version. */
  version: number | null;
  /** What the student sees now; `version` null for a record. */
  shown: { version: number | null; marks: number | null; comments: string; read_at: string | null } | null;
  /** Absent for a version; null while nothing is recorded. */
  status?: RecordStatus | null;
  /** Of a version: what is recorded without a file. */
  recorded?: StaffSubmission['recorded'];
};

/** What is recorded and counts for the student, who sees it in place of a version's mark. */
export const seenRecord = ({ recorded }: Pick<MarkRow, 'recorded'>) =>
  recorded?.released === true && recorded.counts ? recorded : undefined;

/** An excused task has no marks, and is marked. */
export const isMarked = ({ status, marks }: Pick<MarkRow, 'status' | 'marks'>): boolean =>
  status === undefined ? marks !== null : status !== null;

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
type Mark = {
  /** Of a record. */
  status?: RecordStatus;
  /** Null for an excused task. */
  marks: number | null;
  comments: string;
  released: boolean;
  rubric?: ToggledLines | null;
};

export function toggledOf(rubric: MarkRubric | undefined): ToggledLines | null {
  return rubric === undefined ? null : { lines: rubric.lines.map(({ id }) => id), reason: rubric.reason };
}

const noLines: ToggledLines = { lines: [], reason: null };

function isSameToggled(
  one: ToggledLines | null | undefined,
  other: ToggledLines | null | undefined,
): boolean {
  const [{ lines, reason }, { lines: others, reason: another }] = [one ?? noLines, other ?? noLines];
  return reason === another && lines.toSorted().join() === others.toSorted().join();
}

export const isSaved = (row: MarkRow, mark: Mark & { rubric: ToggledLines }): boolean =>
  mark.status === (row.status ?? undefined) &&
  mark.marks === row.marks &&
  mark.comments === (row.mark_comments ?? '') &&
  mark.released === row.released &&
  isSameToggled(mark.rubric, toggledOf(row.rubric));

export function seenMark(row: MarkRow): Mark | null {
  if (!isMarked(row)) return null;
  const { status, marks, mark_comments, released, rubric } = row;
  const mark = { marks, comments: mark_comments ?? '', released, rubric: toggledOf(rubric) };
  return status == null ? mark : { status, ...mark };
}

const parts = ['status', 'marks', 'comments', 'released', 'rubric'] as const;

/** What the changed parts of a mark showed. @param original null for no mark */
export function beganOfMark(mark: Mark, original: Mark | null): Record<string, unknown> {
  const began = { status: null, marks: null, comments: '', released: false, rubric: null, ...original };
  const isChanged = {
    status: mark.status !== undefined && mark.status !== began.status,
    marks: mark.marks !== began.marks,
    comments: mark.comments.trim() !== began.comments.trim(),
    released: mark.released !== began.released,
    rubric: mark.rubric != null && !isSameToggled(mark.rubric, began.rubric),
  };
  // A student sees all of a released record. For versions, `original` says what the mentor saw.
  const isShown = mark.status !== undefined && original !== null && mark.released && !began.released;
  const names = parts.filter((name) => isChanged[name] || (isShown && mark[name] !== undefined));
  return Object.fromEntries(names.map((name) => [name, began[name]]));
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
        .filter((name) => name !== 'status' || mine.status !== undefined)
        .filter((name) => isOwn === (began === undefined || name in began))
        .map((name) => [name, current[name] ?? null]),
    );
  return { ...mine, ...currentOf(false), began: currentOf(true) };
}

/** For the form's hidden field. */
export function originalOf(mark: Mark | null): string {
  if (mark === null) return 'null';
  const { status, marks, comments, released, rubric } = mark;
  const of = status === undefined ? {} : { status };
  return JSON.stringify({ ...of, marks, comments, released, ...(rubric !== undefined && { rubric }) });
}

/** Invalid JSON stays text, for the server to refuse. */
export function parseOriginal(original: string): unknown {
  try {
    return JSON.parse(original);
  } catch {
    return original;
  }
}

type Typed = {
  status?: RecordStatus | undefined;
  marks: string;
  comments: string;
  rubric: ToggledLines | undefined;
  original: string;
};

/**
 * What a colleague has saved since the draft began, where the server would refuse it; null if nothing. `mine` are one's
 * own changes on top of it.
 */
export function overtakenMark(row: MarkRow, { original, status, ...typed }: Typed) {
  const [now, began] = [seenMark(row), parseOriginal(original)];
  if (now === null || typeof began !== 'object') return null;
  const given = parseMarks(typed.marks) ?? now.marks;
  const marks = status === undefined ? given : marksOfStatus(status, given);
  const { comments, rubric = null } = typed;
  const mine: Mark = {
    ...(status !== undefined && { status }),
    marks,
    comments,
    released: now.released,
    rubric,
  };
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
export function withSaved<Row extends MarkRow>(row: Row, changed: Partial<Row>): Row {
  const { rubric: _, mark_comments_html: __, ...rest } = row;
  return { ...rest, ...changed } as Row;
}

type MarkedVersion = Pick<
  MarkRow,
  'student' | 'task' | 'version' | 'status' | 'marks' | 'released' | 'shown' | 'earlier' | 'recorded'
>;

/** '' unless a newer version needs marking. */
function describeNewVersion({ version, marks, earlier }: MarkedVersion): string {
  if (marks !== null || earlier === null) return '';
  const held = earlier.released ? '' : ` (${earlier.marks} out of 100, not released)`;
  return `Version ${version} is not marked yet. Version ${earlier.version} is marked${held}. `;
}

export function describeMarkVisibility(row: MarkedVersion): string {
  if (row.status !== undefined) return describeRecord(row, row.status);
  const { student, task, version, marks, shown } = row;
  const after = describeNewVersion(row);
  const name = student.s_name;
  const record = seenRecord(row);
  if (record !== undefined) {
    const seen = `${name} sees “${markWords(record)}”, recorded without a file.`;
    if (marks === null) return after + seen;
    return `${seen} ${row.released ? 'It counts in place of these marks.' : 'Only staff see these marks.'}`;
  }
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

function describeRecord(
  { student: { s_name: name }, task, marks, shown, released }: MarkedVersion,
  status: RecordStatus | null,
): string {
  const sees =
    shown === null
      ? `sees no marks for ${taskLabel(task)} yet`
      : `sees ${shown.marks} out of 100, for version ${shown.version}`;
  if (status === null) return `${name} ${sees}.`;
  if (!released) return `${name} does not see this until you release it.`;
  if (shown !== null && shown.version !== null) return `${name} ${sees}. It came later and counts.`;
  return `${name} sees “${markWords({ status, marks })}”${shown?.comments ? ' and the comment' : ''}.`;
}

export function markState({
  released,
  ...mark
}: Pick<MarkRow, 'status' | 'marks' | 'released'>): 'To mark' | 'Not released' | 'Released' {
  if (!isMarked(mark)) return 'To mark';
  return released ? 'Released' : 'Not released';
}
