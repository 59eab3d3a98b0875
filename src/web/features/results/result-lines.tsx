import type { StudentResult } from '#contract/results/result-calls';
import { taskLabel } from '../../lib/task-label.ts';
import { statusWords } from './own-words.ts';
import { partLabel } from './result-words.ts';
import styles from './results.module.css';

type Line = StudentResult['lines'][number];

const days = (count: number) => (count === 1 ? '1 day late' : `${count} days late`);

function notesOf({ status, late_days, late_cost, counts, under_review }: Line): string {
  return [
    ...(status === 'marked' ? [] : [statusWords[status]]),
    ...(late_cost > 0 ? [`${days(late_days)}: ${late_cost} less`] : []),
    ...(!counts && status !== 'open' && status !== 'excused' ? ['Does not count'] : []),
    ...(under_review ? ['Under review'] : []),
  ].join('. ');
}

/** What counts, and how much of the result it is. */
export function ResultLines({ result: { lines, weights, minimums } }: { result: StudentResult }) {
  const number = styles['number'];
  return (
    // A region that scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['lines']} role="region" aria-label="Tasks and how they count" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col" className={number}>
              Mark
            </th>
            <th scope="col" className={number}>
              Counts as
            </th>
            <th scope="col" className={number}>
              Weight
            </th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.task}>
              <th scope="row">{taskLabel(line.task)}</th>
              <td className={number}>{line.marks ?? '–'}</td>
              <td className={number}>{line.counts ? line.counted : '–'}</td>
              <td className={number}>{line.counts ? `${line.weight} of ${weights}` : '–'}</td>
              <td>{notesOf(line)}</td>
            </tr>
          ))}
          {minimums.map(({ of, marks, has, fails }) => (
            <tr key={of}>
              <th scope="row">{`Minimum: ${partLabel(of)}`}</th>
              <td className={number}>{has ?? '–'}</td>
              <td colSpan={2}>{`At least ${marks}`}</td>
              <td>{has !== null && (fails ? 'Not reached' : 'Reached')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
