import type { StudentResult } from '#contract/results/result-calls';
import { taskLabel } from '../../lib/task-label.ts';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { partLabel } from './rule-fields.ts';
import { statusWords } from './result-words.ts';
import styles from './results.module.css';

type Line = StudentResult['lines'][number];

const days = (count: number) => (count === 1 ? '1 day late' : `${count} days late`);

function notesOf({ status, late_days, late_cost, counts, under_review }: Line): string[] {
  return [
    ...(status === 'marked' ? [] : [statusWords[status]]),
    ...(late_cost > 0 ? [`${days(late_days)}: ${late_cost} less`] : []),
    ...(!counts && status !== 'open' && status !== 'excused' ? ['Does not count'] : []),
    ...(under_review ? ['Under review'] : []),
  ];
}

/** What counts, and how much of the result it is. */
export function ResultLines({ result: { lines, weights, minimums } }: { result: StudentResult }) {
  return (
    <CardTable
      caption="Tasks and how they count"
      columns={['Task', 'Mark', 'Counts as', 'Part of the result', '']}
    >
      {lines.map((line) => (
        <tr key={line.task}>
          <th scope="row">{taskLabel(line.task)}</th>
          <td data-label="Mark" className={styles['number']}>
            {line.marks ?? '–'}
          </td>
          <td data-label="Counts as" className={styles['number']}>
            {line.counts ? line.counted : '–'}
          </td>
          <td data-label="Part of the result" className={styles['number']}>
            {line.counts ? `${line.weight} of ${weights}` : '–'}
          </td>
          <td>
            {notesOf(line).map((note) => (
              <CellNote key={note}>{note}</CellNote>
            ))}
          </td>
        </tr>
      ))}
      {minimums.map(({ of, marks, has, fails }) => (
        <tr key={`minimum ${of}`}>
          <th scope="row">{`Minimum: ${partLabel(of)}`}</th>
          <td data-label="Mark" className={styles['number']}>
            {has ?? '–'}
          </td>
          <td colSpan={2}>{`At least ${marks}`}</td>
          <td>{has !== null && <CellNote>{fails ? 'Not reached' : 'Reached'}</CellNote>}</td>
        </tr>
      ))}
    </CardTable>
  );
}
