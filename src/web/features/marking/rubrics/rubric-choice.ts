import { isOverruled, marksOfLines } from '#contract/projects/rubric-rules';
import type { MarkRubric, RubricLine } from '#contract/projects/rubric-calls';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { parseMarks } from '../marks.ts';

/** Toggled ids, and why the marks differ from their sum. */
export type RubricChoice = { lines: readonly string[]; reason: string };

/** `isFormer`: the mark used it, and the rubric has replaced it. */
export type PanelLine = Omit<RubricLine, 'optional'> & { optional?: boolean; isFormer?: true };

export const noChoice: RubricChoice = { lines: [], reason: '' };

/** Of a saved or queued mark. */
export function choiceOfBody(
  rubric: { lines: readonly string[]; reason: string | null } | null | undefined,
): RubricChoice {
  return rubric == null ? noChoice : { lines: rubric.lines, reason: rubric.reason ?? '' };
}

/** Current ones, then those removed since the mark. */
export function panelLines(current: readonly RubricLine[], saved: MarkRubric | undefined): PanelLine[] {
  const former = (saved?.lines ?? []).filter(({ id }) => !current.some((line) => line.id === id));
  return [...current, ...former.map((line) => ({ ...line, isFormer: true as const }))];
}

const toggledLines = (lines: readonly PanelLine[], { lines: ids }: RubricChoice) =>
  lines.filter(({ id }) => ids.includes(id));

export function rubricMarks(lines: readonly PanelLine[], choice: RubricChoice): number {
  return marksOfLines(toggledLines(lines, choice));
}

/** Only one version of a line can be ticked. */
export function toggleLine(
  lines: readonly PanelLine[],
  choice: RubricChoice,
  id: string,
): { choice: RubricChoice; marks: string } {
  const of = lines.find((line) => line.id === id)?.line;
  const others = toggledLines(lines, choice).filter((other) => other.id !== id);
  const next = choice.lines.includes(id)
    ? others.map((line) => line.id)
    : [...others.filter(({ line }) => line !== of).map((line) => line.id), id];
  // In the rubric's order, equal choices compare equal.
  const ordered = lines.map((line) => line.id).filter((one) => next.includes(one));
  const changed = { ...choice, lines: ordered };
  return { choice: changed, marks: String(rubricMarks(lines, changed)) };
}

/** The `n`th current line, from 1; null if there is none. */
export function toggleNth(lines: readonly PanelLine[], choice: RubricChoice, n: number) {
  const line = lines.filter(({ isFormer }) => isFormer === undefined)[n - 1];
  return line === undefined ? null : toggleLine(lines, choice, line.id);
}

/** Lines that make the full marks: current ones, without extra points and deductions. */
const fullLines = (lines: readonly PanelLine[]) =>
  lines.filter(({ isFormer, optional, points }) => isFormer === undefined && optional !== true && points > 0);

export function hasFullLines(lines: readonly PanelLine[], choice: RubricChoice): boolean {
  return fullLines(lines).every(({ id }) => choice.lines.includes(id));
}

/** These lines alone, or none if they are ticked. */
export function toggleFull(
  lines: readonly PanelLine[],
  choice: RubricChoice,
): { choice: RubricChoice; marks: string } {
  const next = hasFullLines(lines, choice) ? [] : fullLines(lines).map(({ id }) => id);
  const changed = { ...choice, lines: next };
  return { choice: changed, marks: String(rubricMarks(lines, changed)) };
}

/** Typed marks differ from the lines' sum. */
export function isOverruling(lines: readonly PanelLine[], choice: RubricChoice, typed: string): boolean {
  const marks = parseMarks(typed);
  return marks !== null && isOverruled(toggledLines(lines, choice), marks);
}

export function needsReason(lines: readonly PanelLine[], choice: RubricChoice, typed: string): boolean {
  return isOverruling(lines, choice, typed) && choice.reason.trim() === '';
}

/** In the API's format. */
export function rubricBody(
  lines: readonly PanelLine[],
  choice: RubricChoice,
  typed: string,
): { lines: string[]; reason: string | null } {
  const reason = choice.reason.trim();
  return {
    lines: toggledLines(lines, choice).map(({ id }) => id),
    reason: reason === '' || !isOverruling(lines, choice, typed) ? null : reason,
  };
}

/** Empty if nothing is toggled. */
export function writeChoice({ lines, reason }: RubricChoice): string {
  return lines.length === 0 && reason === '' ? '' : JSON.stringify({ lines, reason });
}

/** Invalid text gives an empty choice. */
export function parseChoice(text: string): RubricChoice {
  try {
    const value = JSON.parse(text) as Partial<RubricChoice> | null;
    const lines = Array.isArray(value?.lines) ? value.lines.filter((id) => typeof id === 'string') : [];
    return { lines, reason: typeof value?.reason === 'string' ? value.reason : '' };
  } catch {
    return noChoice;
  }
}

const linePrefix = 'line-';
export const lineField = (id: string): string => linePrefix + id;
export const reasonField = 'rubric_reason';
/** Unticked boxes send nothing: this field shows that there was a rubric. */
export const rubricField = 'rubric';

export function choiceOfFields(fields: Fields): RubricChoice | undefined {
  if (fields[rubricField] === undefined) return undefined;
  const names = Object.keys(fields).filter((name) => name.startsWith(linePrefix));
  return { lines: names.map((name) => name.slice(linePrefix.length)), reason: fields[reasonField] ?? '' };
}

export function rubricOfFields(fields: Fields) {
  const choice = choiceOfFields(fields);
  if (choice === undefined) return undefined;
  const reason = choice.reason.trim();
  return { lines: [...choice.lines], reason: reason === '' ? null : reason };
}

/** To carry a choice to another form. */
export function fieldsOfChoice({ lines, reason }: RubricChoice): Record<string, string> {
  return {
    [rubricField]: 'shown',
    [reasonField]: reason,
    ...Object.fromEntries(lines.map((id) => [lineField(id), 'on'])),
  };
}
