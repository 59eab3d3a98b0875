import type { Stone, StoneState } from '#contract/progress/calls';
import { taskLabel } from '../../lib/task-label.ts';

export const stateWords: Record<StoneState, string> = {
  locked: 'Locked',
  open: 'Open',
  submitted: 'Submitted',
  'held-back': 'Not released',
  released: 'Released',
};

/** "Not released, 64, late". */
export function stoneWords({ state, marks, late }: Omit<Stone, 'task'>): string {
  return [stateWords[state], marks, late ? 'late' : null].filter((part) => part !== null).join(', ');
}

/** For screen readers. */
export function archWords(stones: readonly Stone[]): string {
  return `${stones.map((stone) => `${taskLabel(stone.task)}: ${stoneWords(stone)}`).join('; ')}.`;
}

/** On one line. */
const together = (words: string): string => words.replaceAll(' ', '\u00a0');

/** "2 released, 1 late", in the order of work, without locked ones. */
export function stoneSummary(stones: readonly Stone[]): string {
  const states = ['released', 'held-back', 'submitted', 'open'] as const;
  const parts = states.flatMap((state) => {
    const count = stones.filter((stone) => stone.state === state).length;
    return count === 0 ? [] : [together(`${count} ${stateWords[state].toLowerCase()}`)];
  });
  const late = stones.filter((stone) => stone.late).length;
  if (late > 0) parts.push(together(`${late} late`));
  return parts.length === 0 ? 'Nothing open yet' : parts.join(', ');
}
