import type { StudentResult } from '#contract/results/result-calls';

/** Such as “from 4 of 6 tasks”, of those that count. */
export function tasksSoFar({ lines }: Pick<StudentResult, 'lines'>): string {
  const given = lines.filter(({ status }) => status !== 'open' && status !== 'excused').length;
  return `from ${given} of ${lines.length} tasks`;
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
