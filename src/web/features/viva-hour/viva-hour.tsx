import { vivaStepNames } from '#contract/vivas/viva-steps';
import { Link, useRevalidator } from 'react-router';
import { vivaRecordAddress } from '#contract/viva-hour/addresses';
import { answerWords } from '#contract/viva-hour/hour';
import type { BankQuestion } from '#contract/examiners/question-calls';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { useServerNow } from '../../lib/page/server-clock.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { MarksForm } from './marks-form.tsx';
import { OutcomeForm } from './outcome-form.tsx';
import { minutesLeft } from './typed-paper.ts';
import styles from './viva-hour.module.css';

const minuteMs = 60_000;

/** Every minute of the viva, and of the hour after it. */
function HourClock({ slot }: Pick<VivaHour, 'slot'>) {
  const start = Date.parse(slot.starts_at);
  const ticks = Array.from(
    { length: slot.minutes * 7 + 60 },
    (_, index) => start + (index - slot.minutes * 6) * minuteMs,
  );
  const words = minutesLeft(slot, useServerNow(0, ticks));
  return words === '' ? null : (
    <strong role="timer" aria-live="off" className={styles['clock']}>
      {words}
    </strong>
  );
}

function Weeks({ weeks }: Pick<VivaHour, 'weeks'>) {
  if (weeks === null) return <Small>You see the marks of the weeks after you give yours.</Small>;
  const marked = weeks.filter(({ marks }) => marks !== null);
  if (marked.length === 0) return null;
  return <Small>{marked.map(({ task, marks }) => `${taskLabel(task)}: ${marks}`).join(' · ')}</Small>;
}

function Paper({ name, paper }: NonNullable<VivaHour['papers']>[number]) {
  return (
    <article className={styles['paper']}>
      <h3>{`${name}: ${paper.marks} out of 100`}</h3>
      {paper.words !== '' && <p className={styles['words']}>{paper.words}</p>}
      <ol>
        {paper.questions.map(({ step, text, answered }, index) => (
          <li key={`${index} ${text}`}>
            {`${step === null ? '' : `${vivaStepNames[step]}: `}${text} – ${answerWords[answered]}`}
          </li>
        ))}
      </ol>
      {paper.incidents.map(({ text }, index) => (
        <p key={`${index} ${text}`}>{`Incident: ${text}`}</p>
      ))}
    </article>
  );
}

/** Who has given marks, and no more of it. */
function Panel({ panel }: Pick<VivaHour, 'panel'>) {
  return (
    <Small>
      {panel
        .map(({ name, is_own, gave }) => `${is_own ? 'You' : name}: ${gave ? 'marks given' : 'no marks yet'}`)
        .join(' · ')}
    </Small>
  );
}

/** The examiner's own part of a viva: what they give, and once all have given theirs, what becomes of it. */
export function VivaHourPart({
  hour,
  account,
  address,
  bank,
}: {
  hour: VivaHour;
  account: string;
  address: string;
  /** Of the project. */
  bank: readonly BankQuestion[];
}) {
  const { revalidate } = useRevalidator();
  const { papers, own, closed, confirmed_at: confirmedAt, outcome } = hour;
  const reload = () => void revalidate();
  return (
    <Stack as="section" gap={4} aria-labelledby="viva-hour" className={styles['hour']}>
      <Row gap={3} className={styles['head']}>
        <h2 id="viva-hour">Your marks</h2>
        <HourClock slot={hour.slot} />
      </Row>
      {hour.repeat === true && (
        <Small>This is a repeat. The student was absent with a reason at the first viva.</Small>
      )}
      <Panel panel={hour.panel} />
      <Weeks weeks={hour.weeks} />
      {closed !== null && (
        <Notice tone="info" title="The office has closed this panel">
          <p>{`${closed.by}: ${closed.reason}`}</p>
        </Notice>
      )}
      {confirmedAt !== null && outcome !== null && (
        <Notice tone="success" title={`Confirmed: ${outcome.marks} out of 100`}>
          <p>
            <span>The mark is not released yet. The office releases it. </span>
            <Link to={vivaRecordAddress(hour.student.s_id)}>See the signed record</Link>
          </p>
        </Notice>
      )}
      {papers === null && own !== null && (
        <Row gap={2}>
          <Small>{`You gave ${own.marks} out of 100. You see the other marks after all examiners have given theirs.`}</Small>
          <Button variant="secondary" small onClick={reload}>
            Check again
          </Button>
        </Row>
      )}
      {papers === null && (own === null || confirmedAt === null) && closed === null && (
        <MarksForm hour={hour} account={account} address={address} bank={bank} onGiven={reload} />
      )}
      {papers !== null && (
        <div className={styles['papers']}>
          {papers.map((one) => (
            <Paper key={one.name} {...one} />
          ))}
        </div>
      )}
      {papers !== null && <OutcomeForm hour={hour} />}
    </Stack>
  );
}
