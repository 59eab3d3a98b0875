import type { Rubric, RubricLine } from '#contract/projects/rubric-calls';
import { beganOf } from '#contract/began';
import { settle } from '#contract/settle';
import type { Fields, InvalidField } from '../../../lib/forms/form-fields.ts';

/** `key` identifies the row, `id` the stored version (null if new). */
export type TypedLine = { key: string; id: string | null; text: string; points: string; optional: boolean };

/** `original`: the stored lines that it began from, by id. */
type TypedRubric = { original: string; lines: TypedLine[] };

/** For forms without scripts. */
const emptyLines = 2;

export const emptyLine = (key: string): TypedLine => ({
  key,
  id: null,
  text: '',
  points: '',
  optional: false,
});

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

export const storedRubric = ({ lines }: Rubric): TypedRubric => ({
  original: lines.map(({ id }) => id).join(' '),
  lines: typedLines(lines),
});

/** The lines that a draft began from; null where they are not known. */
export function parseBegan(text: string | undefined): readonly RubricLine[] | null {
  try {
    return JSON.parse(text ?? '') as RubricLine[];
  } catch {
    return null;
  }
}

const asTyped = ({ id, text, points, optional }: RubricLine) => ({ id, text, points, optional });

/** What a save compares with what is stored; nothing from a page of a version before. */
export function beganBody(lines: ReturnType<typeof linesBody>, began: readonly RubricLine[] | null) {
  return began === null ? {} : { began: beganOf({ lines }, { lines: began.map(asTyped) }) };
}

/** Whether the server would refuse the lines, which it compares by line. @param began null: not known */
export function isOvertaken(
  { original, lines }: TypedRubric,
  began: readonly RubricLine[] | null,
  stored: Rubric,
): boolean {
  if (original === storedRubric(stored).original) return false;
  if (began === null) return true;
  const known = new Map(began.map(({ line, id }) => [line, id]));
  const now = stored.lines.map((one) => ({ ...asTyped(one), id: known.get(one.line) ?? one.id }));
  const typed = { lines: linesBody(lines) };
  return settle(typed, beganBody(typed.lines, began).began ?? {}, { lines: now }).conflicts.length > 0;
}

/**
 * One's own lines in place of the current ones, of which they become the next versions.
 * @param sent lines that were saved as the current ones; new ones among them have ids now
 */
export function onTopOfLines(
  lines: readonly TypedLine[],
  { lines: current }: Pick<Rubric, 'lines'>,
  began: readonly RubricLine[],
  sent: readonly TypedLine[] = [],
): TypedRubric {
  const lineOf = new Map([...began, ...current].map(({ id, line }) => [id, line]));
  const now = new Map(current.map(({ id, line }) => [line, id]));
  const known = new Set(began.map(({ line }) => line));
  const added = current.filter(({ line }) => !known.has(line));
  const idOf = ({ key, id }: TypedLine): string | null => {
    if (id !== null) return now.get(lineOf.get(id) ?? '') ?? null;
    const saved = sent.find((one) => one.key === key);
    return added.find(({ text }) => text === saved?.text.trim())?.id ?? null;
  };
  return {
    original: current.map(({ id }) => id).join(' '),
    lines: lines.map((line) => ({ ...line, id: idOf(line) })),
  };
}

/** Null for none. */
export function parseDraft(text: string): TypedRubric | null {
  try {
    return JSON.parse(text) as TypedRubric;
  } catch {
    return null;
  }
}

/** With any minus sign; null if invalid. */
export function parsePoints(typed: string): number | null {
  const text = typed.trim().replace(/^[−–]/, '-');
  return /^[+-]?\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text) : null;
}

const pointsHint = 'Enter a number from -100 to 100, with at most two decimals.';

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

/** In the API's format; a line without text is deleted. */
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

export const fieldsOfLine = (index: number) => ({
  id: `id-${index}`,
  text: `text-${index}`,
  points: `points-${index}`,
  optional: `optional-${index}`,
});

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
