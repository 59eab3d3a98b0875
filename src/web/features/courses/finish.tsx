import { Day } from '../../ui/time.tsx';
import { ClosedArch } from './closed-arch.tsx';
import type { FinalMarks } from './final-marks.ts';
import styles from './finish.module.css';
import { RecordLink } from './record-link.tsx';

/** A finished project: the closed arch, what was made, every mark in short, and the record to take away. */
export function Finish({
  project,
  student,
  marks,
}: {
  project: string;
  student: { s_id: string };
  marks: FinalMarks;
}) {
  const { weeksMean, final, viva, mean, finishedAt } = marks;
  return (
    <section className={styles['finish']} aria-labelledby="finish">
      <ClosedArch marks={marks} />
      <div className={styles['words']}>
        <h2 id="finish">Your capstone is complete</h2>
        <p className={styles['sentence']}>
          <strong>{project}</strong>
          <span> is finished: four weeks, the final project and the viva voce are submitted and marked.</span>
          {finishedAt !== null && (
            <span>
              {' '}
              The last mark came on <Day value={finishedAt} />.
            </span>
          )}
        </p>
        <dl className={styles['marks']}>
          <div>
            <dt>Weeks 1 to 4, average</dt>
            <dd>{weeksMean}</dd>
          </div>
          <div>
            <dt>Final project</dt>
            <dd>{final}</dd>
          </div>
          <div>
            <dt>Viva voce</dt>
            <dd>{viva}</dd>
          </div>
          <div className={styles['mean']}>
            <dt>Average of all six</dt>
            <dd>{`${mean} of 100`}</dd>
          </div>
        </dl>
        <div className={styles['actions']}>
          <RecordLink s_id={student.s_id} />
        </div>
        <p className={styles['note']}>One ZIP file with all your submissions, signed receipts and marks.</p>
      </div>
    </section>
  );
}
