import { tasks } from '#contract/dates';
import type { ResultFigures, StudentResult } from '#contract/results/result-calls';

export const outOf = (value: number): string => `${value} out of 100`;

/** Null where there is no number yet. */
export function overall({ state, result, so_far }: ResultFigures): { label: string; value: number } | null {
  if (state === 'complete' && result !== null) return { label: 'Result', value: result };
  return so_far === null ? null : { label: 'So far', value: so_far };
}

export function passedWords({ passed }: Pick<ResultFigures, 'passed'>): string | null {
  return passed === null ? null : passed ? 'Passed' : 'Not passed';
}

/** Such as “from 4 of 6 tasks”, of those that count. */
export function tasksSoFar({ lines }: Pick<StudentResult, 'lines'>): string {
  const given = lines.filter(({ status }) => status !== 'open' && status !== 'excused').length;
  return `from ${given} of ${tasks.length} tasks`;
}

/** What the open tasks can still make of it. */
export function rangeWords({ state, reach: { least, most } }: StudentResult): string | null {
  if (state !== 'incomplete' || least === null || most === null) return null;
  return `Your result can still be from ${least} to ${most}.`;
}

export const statusWords = {
  marked: 'Marked',
  not_submitted: 'Not submitted',
  absent: 'Absent',
  excused: 'Excused',
  open: 'No mark yet',
} as const;
