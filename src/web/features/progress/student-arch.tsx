import type { Stone, StoneState } from '#contract/progress/calls';
import { archPiers, archStones } from './arch-stones.ts';
import styles from './student-arch.module.css';

/** What tells a state without its colour, drawn around 0,0: nothing, a point, a tick, two bars. */
const signs: Record<StoneState, string> = {
  locked: '',
  open: 'M0,-2.6A2.6 2.6 0 0 1 0,2.6A2.6 2.6 0 0 1 0,-2.6Z',
  submitted: 'M-4.4,.3L-1.4,3.3L4.6,-3.2',
  'held-back': 'M-2.4,-4V4M2.4,-4V4',
  released: 'M-4.4,.3L-1.4,3.3L4.6,-3.2',
};

/** Shapes that every arch of a screen draws with, given to the browser once. */
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

/** A sign of a state by itself, as in the table and the legend; `late` is the triangle. */
export function StateSign({ state }: { state: StoneState | 'late' }) {
  return (
    <svg className={styles['sign']} viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">
      {state === 'late' ? (
        <use href="#sign-late" className={styles['late']} />
      ) : (
        <g data-state={state}>
          <rect x="-8" y="-8" width="16" height="16" rx="3" className={styles['stone']} />
          {state !== 'locked' && <use href={`#sign-${state}`} className={styles['mark']} />}
        </g>
      )}
    </svg>
  );
}

/** A student's six tasks as an arch, for the eye: what it shows stands in words beside it. */
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
            {stone.late && <use href="#sign-late" x={late[0]} y={late[1]} className={styles['late']} />}
          </g>
        );
      })}
    </svg>
  );
}
