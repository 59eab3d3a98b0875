import type { Result, ResultLine } from './result.ts';

/** In a narrow cell; a legend has the words. */
export const partSigns = { not_submitted: 'NS', absent: 'AB', excused: 'EX', open: '–' } as const;

export const partWords = {
  not_submitted: 'Not submitted',
  absent: 'Absent',
  excused: 'Excused',
  open: 'No mark',
} as const;

/** A part in full, such as `72 (counts as 62), under review`. */
export function partInWords({ status, marks, counted, late_cost, counts, under_review }: ResultLine): string {
  const value = status === 'marked' ? String(marks) : partWords[status];
  return [
    late_cost > 0 && counted !== null ? `${value} (counts as ${counted})` : value,
    ...(status === 'marked' && !counts ? ['does not count'] : []),
    ...(under_review ? ['under review'] : []),
  ].join(', ');
}

const outcomes = { incomplete: 'Incomplete', excused: 'Excused', complete: '' } as const;

export function outcomeWords({ state, passed }: Pick<Result, 'state' | 'passed'>): string {
  if (passed === null) return outcomes[state];
  return passed ? 'Passed' : 'Not passed';
}
