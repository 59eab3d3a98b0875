import { tasks } from '#contract/dates';
import { freezeAddress } from '#contract/results/addresses';
import type { FrozenResult, Sheet } from '#contract/results/freeze-calls';
import { csvFormats } from '#contract/results/sheet-headings';
import { outcomeWords, partSigns, partWords } from '#contract/results/sheet-words';
import { taskLabel } from '../../lib/task-label.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Row, Small } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';
import { formatLabels } from './headings-form.tsx';
import { RuleSentences } from './rule-sentences.tsx';
import styles from './sheet.module.css';

type Line = FrozenResult['lines'][number];

const isLate = ({ status, late_days }: Line): boolean => status === 'marked' && late_days > 0;

function Mark({ line }: { line: Line }) {
  const { status, marks, counted, late_days, late_cost, counts, under_review } = line;
  const value = status === 'marked' ? marks : partSigns[status];
  const isReduced = late_cost > 0 && counted !== null;
  return (
    <td className={styles['number']}>
      {status === 'marked' ? <span>{value}</span> : <abbr title={partWords[status]}>{value}</abbr>}
      {isReduced && <span>{` (${counted})`}</span>}
      {isLate(line) && <abbr title={late_days === 1 ? '1 day late' : `${late_days} days late`}> L</abbr>}
      {status === 'marked' && !counts && <abbr title="Does not count">†</abbr>}
      {under_review && <abbr title="Under review">*</abbr>}
    </td>
  );
}

/** Of the signs that the sheet has. */
function legendOf({ results }: Sheet): string {
  const lines = results.flatMap((result) => result.lines);
  const has = (is: (line: Line) => boolean) => lines.some(is);
  const used = (Object.keys(partSigns) as (keyof typeof partSigns)[]).filter((name) =>
    has(({ status }) => status === name),
  );
  return [
    ...used.map((name) => `${partSigns[name]}: ${partWords[name].toLowerCase()}`),
    ...(has(({ late_cost }) => late_cost > 0) ? ['( ): after late work lost marks'] : []),
    ...(has(isLate) ? ['L: late'] : []),
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
              <td>{outcomeWords(result)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Such as `1, 4 to 30`. @param lines ascending */
function ranges(lines: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

/** Lines that an earlier sheet has too: they stay as they were frozen, under the rule of that day. */
function Unchanged({ sheet: { results, number } }: { sheet: Sheet }) {
  const sheets = Map.groupBy(
    results
      .map((result, index) => ({ ...result, line: index + 1 }))
      .filter(({ since }) => since.number !== number),
    ({ since }) => since.number,
  );
  return [...sheets].map(([since, lines]) => {
    const [{ since: first, rule_version }] = lines as [(typeof lines)[number]];
    return (
      <Small key={since}>
        <span>{`As on sheet ${since}, frozen by ${first.by} on `}</span>
        <Day value={first.at} />
        <span>{`, ${ruleWords(rule_version).toLowerCase()} of the result rule: no. ${ranges(lines.map(({ line }) => line))}.`}</span>
      </Small>
    );
  });
}

/** How anybody can check the paper. */
function Signed({ signed: { number, fingerprint, check_at } }: { signed: NonNullable<Sheet['signed']> }) {
  return (
    <section className={styles['signed']} aria-labelledby="sheet-signed">
      <h2 id="sheet-signed">Signed file</h2>
      <dl className={styles['facts']}>
        <Fact name="Number">{number}</Fact>
        <Fact name="Key (SHA-256)">
          <span className={styles['fingerprint']}>{fingerprint}</span>
        </Fact>
      </dl>
      <p>{`To check this sheet, take its signed file to ${check_at}`}</p>
    </section>
  );
}

const ruleWords = (version: number) => (version === 0 ? 'The portal’s own' : `Version ${version}`);

/** A batch on paper, as it is frozen. */
export function MarkSheet({ sheet }: { sheet: Sheet }) {
  const { batch, number, by, at, rule, rule_version, reason, results, signed, csv_format } = sheet;
  const formats = [csv_format, ...csvFormats.filter((format) => format !== csv_format)];
  const courses = [...new Set(results.map(({ course }) => course))].join(', ');
  const file = `/api/staff/batches/${encodeURIComponent(batch)}/freezes/${number}/sheet`;
  const legend = legendOf(sheet);
  return (
    <div className={styles['sheet']}>
      <Row as="header" gap={3}>
        <h1>{`Mark sheet ${number} of ${batch}`}</h1>
        <Row gap={2} className={styles['tools']}>
          <Button small onClick={() => print()}>
            Print the sheet
          </Button>
          {formats.map((format) => (
            <ButtonLink
              key={format}
              small
              variant="secondary"
              reloadDocument
              to={`${file}.csv?format=${format}`}
            >
              {formatLabels[format]}
            </ButtonLink>
          ))}
          {signed !== null && (
            <ButtonLink small variant="secondary" reloadDocument to={`${file}.json`}>
              Signed file
            </ButtonLink>
          )}
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
        <Fact name="Result rule">{ruleWords(rule_version)}</Fact>
        {reason !== null && <Fact name="Reason for this sheet">{reason}</Fact>}
      </dl>
      <Results sheet={sheet} />
      {legend !== '' && <Small>{`${legend}.`}</Small>}
      <Unchanged sheet={sheet} />
      <section className={styles['rule']} aria-labelledby="sheet-rule">
        <h2 id="sheet-rule">How the results are made</h2>
        <RuleSentences sentences={rule} />
      </section>
      {signed !== null && <Signed signed={signed} />}
      <div className={styles['signatures']}>
        <p>Place and date</p>
        <p>Name and position</p>
        <p>Signature and seal</p>
      </div>
    </div>
  );
}
