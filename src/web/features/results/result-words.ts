import type { ResultFigures } from '#contract/results/result-calls';
import type { Part } from '#contract/results/rule';
import { taskLabel } from '../../lib/task-label.ts';

export const partLabel = (part: Part): string => (part === 'weeks' ? 'Weeks together' : taskLabel(part));

/** Null where there is no number yet. */
export function overall({ state, result, so_far }: ResultFigures): { label: string; value: number } | null {
  if (state === 'complete' && result !== null) return { label: 'Result', value: result };
  return so_far === null ? null : { label: 'So far', value: so_far };
}

export function passedWords({ passed }: Pick<ResultFigures, 'passed'>): string | null {
  return passed === null ? null : passed ? 'Passed' : 'Not passed';
}
