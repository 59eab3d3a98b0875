import { Day } from '../../ui/time.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Fact } from '../../ui/fact.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { capstone, piers, stones } from './arch.tsx';
import arch from './courses.module.css';
import type { FinalMarks } from './final-marks.ts';
import styles from './finish.module.css';
import { RecordLink } from './record-link.tsx';

/** Decorative: the text beside it says the same. */
function ClosedArch({ marks: { weeks, final, result } }: { marks: FinalMarks }) {
  return (
    <svg className={classNames(arch['arch'], styles['closed'])} viewBox="0 0 440 330" aria-hidden="true">
      <path className={styles['ground']} d="M4 318H436" />
      <path className={arch['pier']} d={piers} />
      {stones.map(({ week, at: [x, y], d }, index) => (
        <g key={week} className={styles['stone']}>
          <path d={d} />
          <text className={styles['mark']} x={x} y={y} textAnchor="middle" dominantBaseline="central">
            {weeks[index]}
          </text>
        </g>
      ))}
      <g className={styles['capstone']}>
        <path d={capstone} />
        <text className={styles['mark']} x="220" y="84" textAnchor="middle" dominantBaseline="central">
          {final}
        </text>
      </g>
      {result !== null && (
        <>
          <text className={styles['average']} x="220" y="216" textAnchor="middle">
            {result}
          </text>
          <text className={styles['unit']} x="220" y="244" textAnchor="middle">
            result
          </text>
        </>
      )}
    </svg>
  );
}

export function Finish({
  project,
  student,
  marks,
}: {
  project: string;
  student: { s_id: string };
  marks: FinalMarks;
}) {
  const { weeksMean, final, viva, result, passed, grade, finishedAt } = marks;
  const words = [
    ...(passed === null ? [] : [passed ? 'passed' : 'not passed']),
    ...(grade === null ? [] : [grade]),
  ];
  return (
    <section className={styles['finish']} aria-labelledby="finish">
      <ClosedArch marks={marks} />
      <Stack className={styles['words']}>
        <h2 id="finish">Your capstone is complete</h2>
        <p className={styles['sentence']}>
          <strong>{project}</strong>
          <span> is finished.</span>
          {finishedAt !== null && (
            <span>
              {' '}
              Your last mark is from <Day value={finishedAt} />.
            </span>
          )}
        </p>
        <dl className={styles['marks']}>
          <Fact name="Weeks 1 to 4, average">{weeksMean}</Fact>
          <Fact name="Final project">{final}</Fact>
          <Fact name="Viva voce">{viva}</Fact>
          {result !== null && (
            <div className={styles['mean']}>
              <dt>Result</dt>
              <dd>{[`${result} out of 100`, ...words].join(', ')}</dd>
            </div>
          )}
        </dl>
        <Row className={styles['actions']}>
          <RecordLink s_id={student.s_id} />
        </Row>
        <Small>One ZIP file with all your submissions, signed receipts and marks.</Small>
      </Stack>
    </section>
  );
}
