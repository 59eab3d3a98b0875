import type { Task } from '#contract/dates';
import type { RubricLine } from '#contract/projects/rubric-calls';
import type { Fields, InvalidField } from '../../../lib/forms/form-fields.ts';

/** A line as typed; `key` identifies the row, `id` the stored version, null for a new line. */
export type TypedLine = { key: string; id: string | null; text: string; points: string; optional: boolean };

/** Empty lines at the end of a form that works without a script. */
const emptyLines = 2;

export const emptyLine = (key: string): TypedLine => ({
  key,
  id: null,
  text: '',
  points: '',
  optional: false,
});

/** The lines that stand, and some to fill in. */
export function typedLines(lines: readonly RubricLine[]): TypedLine[] {
  const there = lines.map(({ id, text, points, optional }) => ({
    key: id,
    id,
    text,
    points: String(points),
    optional,
  }));
  return [...there, ...Array.from({ length: emptyLines }, (_, n) => emptyLine(`new-${n}`))];
}

/** Points as they are typed, with a minus of any kind; null for none. */
export function parsePoints(typed: string): number | null {
  const text = typed.trim().replace(/^[−–]/, '-');
  return /^[+-]?\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text) : null;
}

const pointsHint = 'A number from -100 to 100, with at most two decimals.';

/** The lines whose points are no number; lines without a text are no lines. */
export function wrongPoints(lines: readonly TypedLine[]): InvalidField[] {
  return lines.flatMap(({ text, points }, index) =>
    text.trim() !== '' && !isValid(points)
      ? [{ field: fieldsOfLine(index).points, message: pointsHint }]
      : [],
  );
}

function isValid(typed: string): boolean {
  const points = parsePoints(typed);
  return points !== null && Math.abs(points) <= 100;
}

/** What a call sends: lines without a text are left out, and so taken from the rubric. */
export function linesBody(lines: readonly TypedLine[]) {
  return lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ id, text, points, optional }) => ({
      ...(id !== null && { id }),
      text: text.trim(),
      points: parsePoints(points) ?? 0,
      optional,
    }));
}

/** The names of a row's fields. */
export const fieldsOfLine = (index: number) => ({
  id: `id-${index}`,
  text: `text-${index}`,
  points: `points-${index}`,
  optional: `optional-${index}`,
});

/** The lines of a form that was posted to its page. */
export function linesOfFields(fields: Fields): TypedLine[] {
  const lines: TypedLine[] = [];
  for (let index = 0; fields[fieldsOfLine(index).text] !== undefined; index++) {
    const names = fieldsOfLine(index);
    const id = fields[names.id] ?? '';
    lines.push({
      key: id === '' ? `new-${index}` : id,
      id: id === '' ? null : id,
      text: fields[names.text] ?? '',
      points: fields[names.points] ?? '',
      optional: fields[names.optional] !== undefined,
    });
  }
  return lines;
}

/** The address of a project's rubric for a task. */
export function rubricAddress(projectId: string, task: Task): string {
  return `/staff/projects/${encodeURIComponent(projectId)}/rubric?${new URLSearchParams({ task })}`;
}
