import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { vivaRecordAddress } from '#contract/viva-hour/addresses';
import type { VivaRecord, VivaRecords } from '#contract/viva-hour/record-calls';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Day, Time } from '../../ui/time.tsx';
import { placeWords, RecordQuestions } from './record-questions.tsx';
import styles from './viva-record.module.css';

const ways = { mean: 'The mean of the marks', agreed: 'Agreed by the panel' } as const;

const addressOf = (s_id: string, number: string) =>
  `${vivaRecordAddress(s_id)}?${new URLSearchParams({ number })}`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['part']} aria-label={title}>
      <h2>{title}</h2>
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </section>
  );
}

/** What each gave, line by line: the lines of a device that was offline may be of an earlier rubric. */
function Points({ papers }: Pick<VivaRecord, 'papers'>) {
  const lines = [
    ...new Map(
      papers.flatMap(({ points }) => points.map(({ text, most }) => [`${text} ${most}`, { text, most }])),
    ).values(),
  ];
  const given = (paper: VivaRecord['papers'][number], line: (typeof lines)[number]) =>
    paper.points.find(({ text, most }) => text === line.text && most === line.most)?.points;
  return (
    // A region that scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['scroll']} role="region" aria-label="Points" tabIndex={0}>
      <table className={styles['points']}>
        <thead>
          <tr>
            <th scope="col">Points</th>
            {papers.map(({ name }, index) => (
              <th key={`${index} ${name}`} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.text} ${line.most}`}>
              <th scope="row">{`${line.text} (${line.most})`}</th>
              {papers.map((paper, index) => (
                <td key={`${index} ${paper.name}`}>{given(paper, line) ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Marks (100)</th>
            {papers.map(({ name, marks }, index) => (
              <td key={`${index} ${name}`}>{marks}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Outcome({ record }: { record: VivaRecord }) {
  const { result, how, confirmed_at: at, apart, reason, correction } = record;
  return (
    <div className={styles['outcome']}>
      <p className={styles['result']}>{result === null ? 'Excused' : `${result} out of 100`}</p>
      <Small>
        <span>{`${ways[how]}, confirmed on `}</span>
        <Day value={at} />
        {apart !== null && <span>{`. The marks are ${apart} points apart`}</span>}
        <span>{reason === '' ? '.' : `: ${reason}`}</span>
      </Small>
      {correction !== null && (
        <p>
          <span>{`${correction.by} changed the result in a mark review on `}</span>
          <Day value={correction.at} />
          <span>{`: ${correction.answer}`}</span>
        </p>
      )}
    </div>
  );
}

function Words({ record: { papers, incidents, comments } }: { record: VivaRecord }) {
  const spoken = papers.filter(({ words }) => words !== '');
  return (
    <>
      {spoken.length > 0 && (
        <Part title="Words of the examiners">
          {spoken.map(({ name, words }) => (
            <p key={name} className={styles['words']}>{`${name}: ${words}`}</p>
          ))}
        </Part>
      )}
      {incidents.length > 0 && (
        <Part title="Incidents">
          {incidents.map(({ at, text, by }, index) => (
            <p key={`${index} ${text}`} className={styles['words']}>
              {at !== null && (
                <>
                  <Time value={at} />
                  <span>: </span>
                </>
              )}
              <span>{`${text} (${by})`}</span>
            </p>
          ))}
        </Part>
      )}
      {comments !== '' && (
        <Part title="Comments for the student">
          <p className={styles['words']}>{comments}</p>
        </Part>
      )}
    </>
  );
}

/** Who sat there and gave none, and why the office closed the panel. */
function Missing({ record: { examiners, closed } }: { record: VivaRecord }) {
  const missing = examiners.filter(({ gave }) => !gave).map(({ name }) => name);
  return (
    <>
      {missing.length > 0 && <p>{`${missing.join(' and ')} gave no marks.`}</p>}
      {closed !== null && (
        <p>
          <span>{`${closed.by} closed the panel on `}</span>
          <Day value={closed.at} />
          <span>{`: ${closed.reason}`}</span>
        </p>
      )}
    </>
  );
}

/** Where this is not the newest, or the mark is another one today. */
function Since({ all: { student, records, marks }, record }: { all: VivaRecords; record: VivaRecord }) {
  if (record.replaced_by !== null)
    return (
      <Notice tone="warning" title="This record was replaced">
        <p>
          <Link to={addressOf(student.s_id, record.replaced_by)}>{`See ${record.replaced_by}`}</Link>
        </p>
      </Notice>
    );
  const isNewest = records[0]?.number === record.number;
  if (!isNewest || marks === null || marks === record.result) return null;
  return (
    <Notice tone="info" title={`The mark of the viva is now ${marks} out of 100`}>
      <p>Staff changed it after this record was signed. The signed record stays as it is.</p>
    </Notice>
  );
}

/** One record on one page of paper, with all that the panel gave. */
export function VivaRecordPaper({ all, record }: { all: VivaRecords; record: VivaRecord }) {
  const { student, signed, records } = all;
  const { number, batch, project, viva, held_at: heldAt, minutes, questions, papers } = record;
  const others = records.filter((one) => one.number !== number);
  const notedBy = (place: number) =>
    papers
      .filter((paper) => paper.questions.includes(place))
      .map(({ name }) => name)
      .join(', ');
  return (
    <article className={styles['record']}>
      <Row as="header" gap={3}>
        <h1>{`Viva record of ${record.student.name}`}</h1>
        <Row gap={2} className={styles['tools']}>
          <Button small onClick={() => print()} data-needs-script>
            Print the record
          </Button>
          <ButtonLink
            small
            variant="secondary"
            reloadDocument
            download={`${number}.json`}
            to={`/api/staff/vivas/${encodeURIComponent(student.s_id)}/records/${number}`}
          >
            Signed file
          </ButtonLink>
        </Row>
      </Row>
      <div className={styles['tools']}>
        <Since all={all} record={record} />
      </div>
      <Outcome record={record} />
      <dl className={styles['facts']}>
        <Fact name="Number">{number}</Fact>
        <Fact name="Student">{`${record.student.name}, ${record.student.email}`}</Fact>
        <Fact name="Batch">{batch}</Fact>
        <Fact name="Project">{project}</Fact>
        <Fact name="Held">
          <Time value={heldAt} isFull />
        </Fact>
        <Fact name="Length">{`${minutes} minutes`}</Fact>
        <Fact name="Place">{placeWords(record)}</Fact>
        <Fact name="Examiners">{record.examiners.map(({ name }) => name).join(', ')}</Fact>
        {viva > 1 && <Fact name="Viva">{`Repeat (viva ${viva})`}</Fact>}
      </dl>
      <Missing record={record} />
      <Points papers={papers} />
      {questions.length > 0 && (
        <Part title="Questions">
          <RecordQuestions questions={questions} notedBy={notedBy} />
        </Part>
      )}
      <Words record={record} />
      {signed !== null && (
        <Small className={styles['signed']}>
          {`${record.academy} signed this record with the key (SHA-256) ${signed.fingerprint}. To check it, take its signed file to ${signed.check_at}`}
        </Small>
      )}
      {others.length > 0 && (
        <nav className={styles['tools']} aria-label="Other records">
          <Stack gap={1}>
            <h2>Other records of this student</h2>
            {others.map((one) => (
              <p key={one.number}>
                <Link to={addressOf(student.s_id, one.number)}>{one.number}</Link>
                <span>{one.replaced_by === null ? '' : ' (replaced)'}</span>
              </p>
            ))}
          </Stack>
        </nav>
      )}
    </article>
  );
}
