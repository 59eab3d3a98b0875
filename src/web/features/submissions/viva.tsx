import { useState, type ReactNode, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { recordStatusLabels } from '#contract/marking/recorded';
import { gradesAddress } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { useFirstServerNow } from '../../lib/page/page-time.ts';
import { countingRecord, isExcused } from '../../lib/record-words.ts';
import { useServerNow } from '../../lib/page/server-clock.ts';
import type { ShownTask } from '../../lib/withheld-marks.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { timeLeftParts, formatTimeLeft } from '../../ui/time-format.ts';
import { Time } from '../../ui/time.tsx';
import { hasMark, SubmittedAlready, whatSubmittingDoes } from './submitted-already.tsx';
import { ExtensionText, mayAskForExtension } from './task-brief.tsx';
import styles from './viva.module.css';

/**
 * Not announced each second: screen readers read the time left when they reach it.
 * @param until ms since 1970 UTC
 * @param offset the server's clock minus this device's, in milliseconds
 */
export function Countdown({ until, offset = 0, passed }: { until: number; offset?: number; passed: string }) {
  const [now, setNow] = useState(useFirstServerNow(offset));
  const isPassed = now >= until;
  useEffect(() => {
    if (isPassed) return;
    const update = () => setNow(Date.now() + offset);
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [isPassed, offset]);
  return (
    <div role="timer" aria-live="off">
      <div className={styles['countdown']} aria-hidden="true">
        {Object.entries(timeLeftParts(until, now)).map(([unit, count]) => (
          <div key={unit} className={styles['part']}>
            <span className={styles['number']}>{count}</span>
            <span className={styles['unit']}>{unit}</span>
          </div>
        ))}
      </div>
      {isPassed ? <p>{passed}</p> : <p className="visually-hidden">{`${formatTimeLeft(until, now)} left`}</p>}
    </div>
  );
}

/** After the deadline. */
function whatRemains(task: TimelineTask | undefined): string {
  if (task?.frozen === true) return 'You can still submit, but your result is closed.';
  if (task !== undefined && countingRecord(task) !== undefined)
    return 'You can still submit. Your work will be marked as late.';
  const isOfProject = task?.earlier_project !== true;
  if (task?.marks != null && isOfProject) return 'Your viva is marked. A new version will be late.';
  if (task?.version != null && isOfProject)
    return 'You have submitted. A new version will be marked as late.';
  return 'You can still submit. Your work will be marked as late.';
}

/** After the deadline the countdown stays at zero. */
export function Deadline({
  at,
  offset,
  task,
  hasTime = false,
}: {
  at: string;
  offset: number;
  task: TimelineTask | undefined;
  /** The line above leads to another time. */
  hasTime?: boolean;
}) {
  const until = Date.parse(at);
  const isPassed = useServerNow(offset, [until]) >= until;
  return (
    <Stack as="section" gap={3} className={styles['deadline']}>
      <h2>{isPassed ? 'The deadline has passed' : 'Time left'}</h2>
      <Countdown until={until} offset={offset} passed={whatRemains(task)} />
      <Small>
        <span>{`${isPassed ? 'The deadline was' : 'The deadline is'} `}</span>
        <Time value={at} />
        {task !== undefined && <ExtensionText task={task} hasTime={hasTime} />}
        {(task === undefined || hasTime || !mayAskForExtension(task)) && <span>.</span>}
      </Small>
    </Stack>
  );
}

/** Specification, section 9. */
export const guidelineSteps = [
  ['Introduction', 'Introduce yourself and your project in two minutes. Do not read from notes.'],
  ['Methodology', 'Show how you worked: which tools you chose, which you did not, and why.'],
  ['Findings', 'Show what works. Show it running, and name one result that you measured.'],
  ['Challenges', 'Say what went wrong, what you tried, and what you would do differently.'],
  ['Q&A', 'Listen to the whole question, then answer it. If you do not know, say so.'],
  ['Conclusion', 'Say what you learned and what the next step of the project would be.'],
] as const;

export function Guidelines() {
  return (
    <Stack as="section">
      <h2>Viva Voce Format</h2>
      <ol className={styles['steps']}>
        {guidelineSteps.map(([name, description]) => (
          <li key={name} className={styles['step']}>
            <h3>{name}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

/**
 * A Submit button that reveals the form (specification, sections 2 and 4); without a script by the address.
 */
export function VivaFormGate({ task, children }: { task: ShownTask; children: ReactNode }) {
  const [search] = useSearchParams();
  const isRefused = useRefusedForm() !== undefined;
  const [isRevealed, setRevealed] = useState(isRefused || search.has('form'));
  if (isRevealed || search.has('receipt')) return children;
  const isAgain = task.version !== null;
  return (
    <Stack gap={3}>
      <SubmittedAlready task={task} />
      <Row
        as="form"
        gap={4}
        onSubmit={(event) => {
          event.preventDefault();
          setRevealed(true);
        }}
      >
        <Button type="submit" name="form" value="open" variant={isAgain ? 'secondary' : 'primary'}>
          Submit
        </Button>
        <Small className={styles['beforeSubmit']}>
          {hasMark(task) || task.frozen === true
            ? whatSubmittingDoes(task)
            : isAgain
              ? 'You can submit again. Every version is kept.'
              : 'Add your comments and one file: slides, a report or a recording.'}
        </Small>
      </Row>
    </Stack>
  );
}

/** Once marked. My Grades has what was made for an earlier project. */
export function VivaResult({ task }: { task: ShownTask }) {
  if (!hasMark(task)) return null;
  const record = countingRecord(task);
  return (
    <Card as="section" aria-labelledby="viva-result" className={styles['result']}>
      <div>
        <h2 id="viva-result">Your result</h2>
        <p className={styles['figure']}>
          {isExcused(task) ? (
            <strong>{recordStatusLabels.excused}</strong>
          ) : task.marks === null ? (
            <Link to={gradesAddress('viva')}>See the mark in My Grades</Link>
          ) : (
            <span>
              <strong>{task.marks}</strong> out of 100
            </span>
          )}
        </p>
        {record !== undefined && (
          <p>{isExcused(task) ? 'The viva does not count.' : recordStatusLabels[record.status]}</p>
        )}
      </div>
      <Stack gap={3} className={styles['words']}>
        {task.comments && <Markdown text={task.comments} html={task.comments_html} />}
        {task.marked_at !== null && (
          <Small>
            <span>{record === undefined ? 'Marked ' : 'Recorded '}</span>
            {task.marked_by !== null && <span>{`by ${task.marked_by}, `}</span>}
            <Time value={task.marked_at} />
            <span>{`${
              task.marked_version !== null && task.marked_version !== task.version
                ? `, for version ${task.marked_version}. Version ${task.version} is not marked yet`
                : ''
            }.`}</span>
          </Small>
        )}
      </Stack>
    </Card>
  );
}
