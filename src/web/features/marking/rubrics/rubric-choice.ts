import { isOverruled, marksOfLines } from '#contract/projects/rubric-rules';
import type { MarkRubric, RubricLine } from '#contract/projects/rubric-calls';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { parseMarks } from '../parse-marks.ts';

/** What is toggled in a rubric, by the ids of lines, and why the marks are others. */
export type RubricChoice = { lines: readonly string[]; reason: string };

/** A line to toggle; `isFormer` where the mark was given by it and the rubric has another one by now. */
export type PanelLine = Omit<RubricLine, 'optional'> & { optional?: boolean; isFormer?: true };

export const noChoice: RubricChoice = { lines: [], reason: '' };

/** The choice that a mark was given by. */
export function choiceOf(rubric: MarkRubric | undefined): RubricChoice {
  return rubric === undefined
    ? noChoice
    : { lines: rubric.lines.map(({ id }) => id), reason: rubric.reason ?? '' };
}

/** The same for one that is on its way. */
export function choiceOfBody(
  rubric: { lines: readonly string[]; reason: string | null } | null | undefined,
): RubricChoice {
  return rubric == null ? noChoice : { lines: rubric.lines, reason: rubric.reason ?? '' };
}

/** The lines that stand, then those of the mark that do not any more. */
export function panelLines(standing: readonly RubricLine[], kept: MarkRubric | undefined): PanelLine[] {
  const former = (kept?.lines ?? []).filter(({ id }) => !standing.some((line) => line.id === id));
  return [...standing, ...former.map((line) => ({ ...line, isFormer: true as const }))];
}

const toggledOf = (lines: readonly PanelLine[], { lines: ids }: RubricChoice) =>
  lines.filter(({ id }) => ids.includes(id));

/** What the toggled lines come to. */
export function rubricMarks(lines: readonly PanelLine[], choice: RubricChoice): number {
  return marksOfLines(toggledOf(lines, choice));
}

/** Toggles a line and recalculates; only one version of a line can be ticked. */
export function toggleLine(
  lines: readonly PanelLine[],
  choice: RubricChoice,
  id: string,
): { choice: RubricChoice; marks: string } {
  const of = lines.find((line) => line.id === id)?.line;
  const others = toggledOf(lines, choice).filter((other) => other.id !== id);
  const next = choice.lines.includes(id)
    ? others.map((line) => line.id)
    : [...others.filter(({ line }) => line !== of).map((line) => line.id), id];
  // In the rubric's order, so that the same lines are the same choice whatever was pressed first.
  const ordered = lines.map((line) => line.id).filter((one) => next.includes(one));
  const changed = { ...choice, lines: ordered };
  return { choice: changed, marks: String(rubricMarks(lines, changed)) };
}

/** The same for a digit: the `n`th line that stands, from 1; null where there is none. */
export function toggleNth(lines: readonly PanelLine[], choice: RubricChoice, n: number) {
  const line = lines.filter(({ isFormer }) => isFormer === undefined)[n - 1];
  return line === undefined ? null : toggleLine(lines, choice, line.id);
}

/** Whether typed marks are not what the toggled lines come to. */
export function isOverruling(lines: readonly PanelLine[], choice: RubricChoice, typed: string): boolean {
  const marks = parseMarks(typed);
  return marks !== null && isOverruled(toggledOf(lines, choice), marks);
}

/** Whether that still needs its reason. */
export function needsReason(lines: readonly PanelLine[], choice: RubricChoice, typed: string): boolean {
  return isOverruling(lines, choice, typed) && choice.reason.trim() === '';
}

/** The choice as a call sends it. */
export function rubricBody(
  lines: readonly PanelLine[],
  choice: RubricChoice,
  typed: string,
): { lines: string[]; reason: string | null } {
  const reason = choice.reason.trim();
  return {
    lines: toggledOf(lines, choice).map(({ id }) => id),
    reason: reason === '' || !isOverruling(lines, choice, typed) ? null : reason,
  };
}

/** A choice as a draft keeps it; nothing for nothing toggled. */
export function writeChoice({ lines, reason }: RubricChoice): string {
  return lines.length === 0 && reason === '' ? '' : JSON.stringify({ lines, reason });
}

/** The same, read; what is no choice is none. */
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
/** Says that a posted form had a rubric: boxes that are not ticked send nothing. */
export const rubricField = 'rubric';

/** The choice of a form that was posted to its page; undefined where it had no rubric. */
export function choiceOfFields(fields: Fields): RubricChoice | undefined {
  if (fields[rubricField] === undefined) return undefined;
  const names = Object.keys(fields).filter((name) => name.startsWith(linePrefix));
  return { lines: names.map((name) => name.slice(linePrefix.length)), reason: fields[reasonField] ?? '' };
}

/** The `rubric` of the call that such a form makes. */
export function rubricOfFields(fields: Fields) {
  const choice = choiceOfFields(fields);
  if (choice === undefined) return undefined;
  const reason = choice.reason.trim();
  return { lines: [...choice.lines], reason: reason === '' ? null : reason };
}

/** The fields that bring a choice back in another form. */
export function fieldsOfChoice({ lines, reason }: RubricChoice): Record<string, string> {
  return {
    [rubricField]: 'shown',
    [reasonField]: reason,
    ...Object.fromEntries(lines.map((id) => [lineField(id), 'on'])),
  };
}
