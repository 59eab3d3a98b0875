import type { StudentResult } from '#contract/results/result-calls';

/** Such as “from 4 of 6 tasks”, of those that count. */
export function tasksSoFar({ lines }: Pick<StudentResult, 'lines'>): string {
  const counting = lines.filter(
    ({ status, without_weight: never }) => status !== 'excused' && never !== true,
  );
  const given = counting.filter(({ status }) => status !== 'open').length;
  return `from ${given} of ${counting.length} ${counting.length === 1 ? 'task' : 'tasks'}`;
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
