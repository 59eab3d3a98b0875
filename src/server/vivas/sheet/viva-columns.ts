import type { VivaField } from '#contract/vivas/viva-sheet';
import { fieldOfHeading, headingKey } from '../../people/sheets/guess-columns.ts';

const wordsOf = (heading: string): string[] =>
  heading
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(headingKey)
    .filter(Boolean);

const setOf = (words: string) => new Set(words.split(' '));

const words: Record<'examiners' | 'until' | 'time' | 'day' | 'room', ReadonlySet<string>> = {
  examiners: setOf(
    'examiner examiners panel panelist panelists juror jury evaluator evaluators assessor internal external',
  ),
  until: setOf('end ends endtime until till to'),
  time: setOf('time timing timings slot start starts from starttime'),
  day: setOf('day date dates'),
  room: setOf('room rooms venue hall place location lab link'),
};

/** The examiners' columns first: their emails are not the student's. */
export function guessVivaColumns(headings: readonly string[]): (VivaField | null)[] {
  const columns: (VivaField | null)[] = headings.map(() => null);
  const parts = headings.map(wordsOf);
  const has = (field: keyof typeof words) => (index: number) =>
    (parts[index] ?? []).some((word) => words[field].has(word));
  const takeAll = (field: VivaField, fits: (index: number) => boolean): void => {
    for (const [index, column] of columns.entries())
      if (column === null && fits(index)) columns[index] = field;
  };
  const take = (field: VivaField, fits: (index: number) => boolean): void => {
    const index = columns.findIndex((column, at) => column === null && fits(at));
    if (index >= 0) columns[index] = field;
  };
  takeAll('examiners', has('examiners'));
  for (const field of ['until', 'time', 'day', 'room'] as const) take(field, has(field));
  for (const field of ['email', 'phone'] as const)
    take(field, (index) => fieldOfHeading(headings[index] ?? '') === field);
  takeAll('name', (index) => fieldOfHeading(headings[index] ?? '') === 'name');
  return columns;
}
