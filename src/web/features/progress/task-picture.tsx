import { Link } from 'react-router';
import { staffAddress } from '#contract/marking/staff-view';
import { batchAddress, taskFilter, type BatchView } from '#contract/progress/batch-view';
import type { TaskStates } from '#contract/progress/task-state-calls';
import { countOf, formatNumber } from '../../ui/format-number.ts';
import { taskLabel } from '../../lib/task-label.ts';
import styles from './task-picture.module.css';

/** From what is done to what has not begun. */
const states = ['released', 'unreleased', 'unmarked', 'unsubmitted', 'locked'] as const;
type State = (typeof states)[number];

const stateWords: Record<State, string> = {
  released: 'released',
  unreleased: 'marked, not released',
  unmarked: 'to mark',
  unsubmitted: 'not submitted',
  locked: 'not open yet',
};

/** `3 released, 1 to mark`. */
const inWords = (counts: TaskStates): string =>
  states
    .filter((state) => counts[state] > 0)
    .map((state) => `${formatNumber(counts[state])} ${stateWords[state]}`)
    .join(', ');

function Bar({ counts, students }: { counts: TaskStates; students: number }) {
  const startOf = (state: State) =>
    states.slice(0, states.indexOf(state)).reduce((sum, one) => sum + counts[one], 0);
  return (
    <svg
      className={styles['bar']}
      viewBox={`0 0 ${Math.max(1, students)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {states
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <rect key={state} data-state={state} x={startOf(state)} width={counts[state]} height="1" />
        ))}
    </svg>
  );
}

function Task({
  batch,
  view,
  counts,
  students,
}: {
  batch: string;
  view: BatchView;
  counts: TaskStates;
  students: number;
}) {
  const { task, unsubmitted, unmarked } = counts;
  const links = [
    {
      count: unsubmitted,
      words: 'not submitted',
      to: batchAddress(batch, { as: view.as, filter: taskFilter(task) }),
    },
    { count: unmarked, words: 'to mark', to: staffAddress({ batch, task, state: 'to-mark' }) },
  ].filter(({ count }) => count > 0);
  return (
    <li title={inWords(counts)}>
      <p className={styles['task']}>
        <span>{taskLabel(task)}</span>
        <span className="visually-hidden">{`: ${inWords(counts)}. `}</span>
        <span aria-hidden="true">{`${formatNumber(counts.released)} released`}</span>
      </p>
      <Bar counts={counts} students={students} />
      {links.length > 0 && (
        <p className={styles['links']}>
          {links.map(({ count, words, to }) => (
            <Link key={words} to={to} aria-label={`${taskLabel(task)}: ${formatNumber(count)} ${words}`}>
              {`${formatNumber(count)} ${words}`}
            </Link>
          ))}
        </p>
      )}
    </li>
  );
}

/** How far a batch is: a bar for each task, with the same numbers as words and links. */
export function TaskPicture({
  batch,
  view,
  students,
  tasks,
}: {
  batch: string;
  view: BatchView;
  students: number;
  tasks: readonly TaskStates[];
}) {
  if (students === 0) return null;
  return (
    <section className={styles['picture']} aria-labelledby="task-picture">
      <h2 id="task-picture">{`${countOf(students, 'student')} by task`}</h2>
      <ul>
        {tasks.map((of) => (
          <Task key={of.task} batch={batch} view={view} counts={of} students={students} />
        ))}
      </ul>
      <ul className={styles['legend']} aria-hidden="true">
        {states.map((state) => (
          <li key={state}>
            <svg viewBox="0 0 1 1" className={styles['sign']}>
              <rect data-state={state} width="1" height="1" />
            </svg>
            <span>{stateWords[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
