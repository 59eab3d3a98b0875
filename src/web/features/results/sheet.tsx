import { tasks } from '#contract/dates';
import { freezeAddress } from '#contract/results/addresses';
import type { FrozenResult, Sheet } from '#contract/results/freeze-calls';
import { taskLabel } from '../../lib/task-label.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Row, Small } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';
import { RuleSentences } from './rule-sentences.tsx';
import styles from './sheet.module.css';

type Line = FrozenResult['lines'][number];

/** In a narrow cell; the legend has the words. */
const signs = { not_submitted: 'NS', absent: 'AB', excused: 'EX', open: '–' } as const;
const words = {
  not_submitted: 'Not submitted',
  absent: 'Absent',
  excused: 'Excused',
  open: 'No mark',
} as const;

const outcomes = { incomplete: 'Incomplete', excused: 'Excused', complete: '' } as const;

function outcomeOf({ state, passed }: FrozenResult): string {
  return passed === null ? outcomes[state] : passed ? 'Passed' : 'Not passed';
}

function Mark({ line: { status, marks, counted, late_cost, counts, under_review } }: { line: Line }) {
  const value = status === 'marked' ? marks : signs[status];
  const isReduced = late_cost > 0 && counted !== null;
  return (
    <td className={styles['number']}>
      {status === 'marked' ? <span>{value}</span> : <abbr title={words[status]}>{value}</abbr>}
      {isReduced && <span>{` (${counted})`}</span>}
      {status === 'marked' && !counts && <abbr title="Does not count">†</abbr>}
      {under_review && <abbr title="Under review">*</abbr>}
    </td>
  );
}

/** Of the signs that the sheet has. */
function legendOf({ results }: Sheet): string {
  const lines = results.flatMap((result) => result.lines);
  const has = (is: (line: Line) => boolean) => lines.some(is);
  const used = (Object.keys(signs) as (keyof typeof signs)[]).filter((name) =>
    has(({ status }) => status === name),
  );
  return [
    ...used.map((name) => `${signs[name]}: ${words[name].toLowerCase()}`),
    ...(has(({ late_cost }) => late_cost > 0) ? ['( ): after late work lost marks'] : []),
    ...(has(({ status, counts }) => status === 'marked' && !counts) ? ['†: does not count'] : []),
    ...(has((line) => line.under_review) ? ['*: under review'] : []),
  ].join('. ');
}

function Results({ sheet: { results, batch, number: sheetNumber } }: { sheet: Sheet }) {
  const number = styles['number'];
  return (
    // A region that scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['scroll']} role="region" aria-label="Results" tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          {/* Each page of paper says what it is of. */}
          <tr className={styles['ofPage']} aria-hidden="true">
            <td colSpan={tasks.length + 5}>{`Mark sheet ${sheetNumber} of ${batch}`}</td>
          </tr>
          <tr>
            <th scope="col" className={number}>
              No.
            </th>
            <th scope="col">Name</th>
            {tasks.map((task) => (
              <th key={task} scope="col" className={number}>
                {taskLabel(task)}
              </th>
            ))}
            <th scope="col" className={number}>
              Result
            </th>
            <th scope="col">Grade</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result, index) => (
            <tr key={result.student.s_id}>
              <td className={number}>{index + 1}</td>
              <th scope="row">{result.student.s_name}</th>
              {result.lines.map((line) => (
                <Mark key={line.task} line={line} />
              ))}
              <td className={number}>
                <span className={styles['result']}>{result.result ?? '–'}</span>
              </td>
              <td>{result.grade ?? ''}</td>
              <td>{outcomeOf(result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const formats = [
  ['CSV', 'capstone'],
  ['CSV for Moodle', 'moodle'],
  ['CSV for Canvas', 'canvas'],
] as const;

/** A batch on paper, as it is frozen. */
export function MarkSheet({ sheet }: { sheet: Sheet }) {
  const { batch, number, by, at, rule, rule_version, reason, results } = sheet;
  const courses = [...new Set(results.map(({ course }) => course))].join(', ');
  const file = `/api/staff/batches/${encodeURIComponent(batch)}/freezes/${number}/sheet.csv`;
  const legend = legendOf(sheet);
  return (
    <div className={styles['sheet']}>
      <Row as="header" gap={3}>
        <h1>{`Mark sheet ${number} of ${batch}`}</h1>
        <Row gap={2} className={styles['tools']}>
          <Button small onClick={() => print()}>
            Print the sheet
          </Button>
          {formats.map(([label, format]) => (
            <ButtonLink key={format} small variant="secondary" reloadDocument to={`${file}?format=${format}`}>
              {label}
            </ButtonLink>
          ))}
          <ButtonLink small variant="secondary" to={freezeAddress(batch)}>
            All sheets
          </ButtonLink>
        </Row>
      </Row>
      <dl className={styles['facts']}>
        <Fact name="Course">{courses}</Fact>
        <Fact name="Students">{results.length}</Fact>
        <Fact name="Frozen by">{by}</Fact>
        <Fact name="On">
          <Day value={at} />
        </Fact>
        <Fact name="Result rule">{rule_version === 0 ? 'The portal’s own' : `Version ${rule_version}`}</Fact>
        {reason !== null && <Fact name="Reason for this sheet">{reason}</Fact>}
      </dl>
      <Results sheet={sheet} />
      {legend !== '' && <Small>{`${legend}.`}</Small>}
      <section className={styles['rule']} aria-labelledby="sheet-rule">
        <h2 id="sheet-rule">How the results are made</h2>
        <RuleSentences sentences={rule} />
      </section>
      <div className={styles['signatures']}>
        <p>Place and date</p>
        <p>Name and position</p>
        <p>Signature and seal</p>
      </div>
    </div>
  );
}
