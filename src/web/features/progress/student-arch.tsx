import type { Task } from '#contract/dates';
import { recordStatusLabels } from '#contract/marking/recorded';
import type { Stone, StoneState } from '#contract/progress/calls';
import { taskLabel } from '../../lib/task-label.ts';
import styles from './student-arch.module.css';

export const stateWords: Record<StoneState, string> = {
  locked: 'Locked',
  open: 'Open',
  submitted: 'Submitted',
  'held-back': 'Not released',
  released: 'Released',
};

/** "Not released, 64, late". */
export function stoneWords({ state, marks, late, recorded }: Omit<Stone, 'task'>): string {
  const record = recorded?.counts === true ? recordStatusLabels[recorded.status] : null;
  return [stateWords[state], record, marks, late ? 'late' : null].filter((part) => part !== null).join(', ');
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

/**
 * 120 by 76: weeks from left to right foot, the final project, the viva as keystone. `at` is the sign's
 * centre, `late` that of the sign for late.
 */
const archStones: readonly { task: Task; d: string; at: [number, number]; late: [number, number] }[] = [
  {
    task: 'week-1',
    d: 'M34,64L6,64A54 54 0 0 1 14.7,34.6L38.2,49.8A26 26 0 0 0 34,64Z',
    at: [21.6, 52.6],
    late: [9, 39],
  },
  {
    task: 'week-2',
    d: 'M38.7,49.1L15.8,33A54 54 0 0 1 38.9,14.3L49.8,40.1A26 26 0 0 0 38.7,49.1Z',
    at: [34.8, 32.9],
    late: [21, 19],
  },
  {
    task: 'week-3',
    d: 'M70.2,40.1L81.1,14.3A54 54 0 0 1 104.2,33L81.3,49.1A26 26 0 0 0 70.2,40.1Z',
    at: [85.2, 32.9],
    late: [99, 19],
  },
  {
    task: 'week-4',
    d: 'M81.8,49.8L105.3,34.6A54 54 0 0 1 114,64L86,64A26 26 0 0 0 81.8,49.8Z',
    at: [98.4, 52.6],
    late: [111, 39],
  },
  {
    task: 'final',
    d: 'M51.9,42.5L46.2,27A39.5 39.5 0 0 1 73.8,27L68.1,42.5A23 23 0 0 0 51.9,42.5Z',
    at: [60, 33.4],
    late: [75, 38],
  },
  {
    task: 'viva',
    d: 'M45.5,25.1L39,7.8A60 60 0 0 1 81,7.8L74.5,25.1A41.5 41.5 0 0 0 45.5,25.1Z',
    at: [60, 14],
    late: [83, 5],
  },
];

const archPiers = 'M6,67H34V75H6ZM86,67H114V75H86Z';

/** Around 0,0, for states without colour: nothing, a point, a tick, two bars. */
const signs: Record<StoneState, string> = {
  locked: '',
  open: 'M0,-2.6A2.6 2.6 0 0 1 0,2.6A2.6 2.6 0 0 1 0,-2.6Z',
  submitted: 'M-4.4,.3L-1.4,3.3L4.6,-3.2',
  'held-back': 'M-2.4,-4V4M2.4,-4V4',
  released: 'M-4.4,.3L-1.4,3.3L4.6,-3.2',
};

/** Once per screen. */
export function ArchShapes() {
  return (
    <svg className="visually-hidden" aria-hidden="true" focusable="false">
      <defs>
        {archStones.map(({ task, d }) => (
          <path key={task} id={`stone-${task}`} d={d} />
        ))}
        <path id="stone-piers" d={archPiers} />
        {Object.entries(signs).map(([state, d]) => (
          <path key={state} id={`sign-${state}`} d={d} />
        ))}
        <path id="sign-late" d="M0,-5L5.2,4H-5.2Z" />
      </defs>
    </svg>
  );
}

/** `late` is a triangle. */
export function StateSign({ state }: { state: StoneState | 'late' }) {
  return (
    <svg className={styles['sign']} viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">
      {state === 'late' ? (
        <use href="#sign-late" className={styles['lateStone']} />
      ) : (
        <g data-state={state}>
          <rect x="-8" y="-8" width="16" height="16" rx="3" className={styles['stone']} />
          {state !== 'locked' && <use href={`#sign-${state}`} className={styles['mark']} />}
        </g>
      )}
    </svg>
  );
}

/** Hidden from screen readers, which get `archWords`. */
export function StudentArch({ stones }: { stones: readonly Stone[] }) {
  return (
    <svg className={styles['arch']} viewBox="0 0 120 76" width="120" height="76" aria-hidden="true">
      <use href="#stone-piers" className={styles['pier']} />
      {archStones.map(({ task, at: [x, y], late }) => {
        const stone = stones.find((one) => one.task === task);
        if (stone === undefined) return null;
        return (
          <g key={task} data-state={stone.state}>
            <use href={`#stone-${task}`} className={styles['stone']} />
            {stone.state !== 'locked' && (
              <use href={`#sign-${stone.state}`} x={x} y={y} className={styles['mark']} />
            )}
            {stone.late && <use href="#sign-late" x={late[0]} y={late[1]} className={styles['lateStone']} />}
          </g>
        );
      })}
    </svg>
  );
}
