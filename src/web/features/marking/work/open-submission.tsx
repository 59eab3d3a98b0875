import { useId, useState, type Ref } from 'react';
import { Link } from 'react-router';
import { studentAddress } from '#contract/progress/batch-view';
import type { DeskSubmission, StaffSubmission } from '#contract/marking/calls';
import { staffAddress, type StaffView } from '#contract/marking/staff-view';
import { taskLabel } from '../../../lib/task-label.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { KeyHelp, type KeyLine } from '../desk/key-help.tsx';
import type { QueueItem } from '../desk/read-staff-page.ts';
import { OpenElsewhere } from '../desk/open-elsewhere.tsx';
import { MarkPanel } from '../mark-panel.tsx';
import { MarkState } from '../mark-state.tsx';
import styles from './open-submission.module.css';
import { withSaved } from '../original-mark.ts';
import { OtherMarks } from '../other-marks.tsx';
import { SecondLookPanel } from '../second-look.tsx';
import { rubricAddress } from '../rubrics/rubric-form.ts';
import { SubmissionWork } from './submission-work.tsx';
import { TaskBriefOf } from './task-brief.tsx';

/** Addresses of the list and neighbours; null for none. */
type Neighbours = { previous: string | null; next: string | null; list: string };

function Moves({
  neighbours: { previous, next, list },
  keys,
}: {
  neighbours: Neighbours;
  keys: readonly KeyLine[];
}) {
  const move = (to: string | null, label: string, key: string) =>
    to !== null && (
      <ButtonLink to={to} replace preventScrollReset variant="secondary" small aria-keyshortcuts={key}>
        {label}
      </ButtonLink>
    );
  return (
    <nav className={styles['moves']} aria-label="Other submissions">
      <span className={styles['back']}>
        <ButtonLink to={list} variant="secondary" small preventScrollReset>
          Back to the list
        </ButtonLink>
      </span>
      <KeyHelp keys={keys} />
      {move(previous, 'Previous', 'k')}
      {move(next, 'Next', 'j')}
    </nav>
  );
}

/** The open submission with its marks. */
export function OpenSubmission({
  open,
  news,
  view,
  userId,
  heading,
  keys,
  neighbours,
  onSaved,
  onGoOn,
}: {
  open: DeskSubmission;
  /** New submissions since the list was loaded, newest first. */
  news: readonly QueueItem[];
  view: StaffView;
  userId: string;
  /** Focused when a submission opens. */
  heading: Ref<HTMLHeadingElement>;
  /** The shortcuts to list. */
  keys: readonly KeyLine[];
  neighbours: Neighbours;
  onSaved: (changed: StaffSubmission) => void;
  /** Opens the next submission. */
  onGoOn: (saved?: StaffSubmission) => void;
}) {
  const id = useId();
  const [submission, setSubmission] = useState(open);
  const addressOf = (number: string) => staffAddress({ ...view, open: number });
  const address = addressOf(submission.number);
  // Warns of newer versions before saving, even if shown above.
  const [knownNewest, setKnownNewest] = useState(open.newest);
  const { student, task, version } = submission;
  const later = news.find(
    (one) => one.student.s_id === student.s_id && one.task === task && one.version > version,
  );
  const newest = later?.number ?? submission.newest;
  return (
    <article className={styles['open']} aria-labelledby={id}>
      <header className={styles['head']}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
          <Link to={studentAddress(student.s_id)}>{`${student.s_name}, ${taskLabel(task)}`}</Link>
        </h2>
        <MarkState row={submission} />
        <Moves neighbours={neighbours} keys={keys} />
        <p className={styles['when']}>
          <span>
            <span>{`Version ${version}, submitted `}</span>
            <Time value={submission.submitted_at} />
            {submission.late && (
              <>
                {' '}
                <strong className={styles['late']}>Late</strong>
              </>
            )}
          </span>
          <span>{student.s_id}</span>
        </p>
      </header>
      <OpenElsewhere number={submission.number} />
      {newest !== submission.number && (
        <Notice tone="warning" role="note">
          <span>{`${student.s_name} has submitted a newer version. `}</span>
          <Link to={addressOf(newest)}>Open the newest version</Link>
        </Notice>
      )}
      <div className={styles['columns']}>
        <div className={styles['content']}>
          <TaskBriefOf key={submission.number} number={submission.number} />
          <SubmissionWork submission={submission} />
          <OtherMarks of={submission} />
        </div>
        <div className={styles['panel']}>
          <SecondLookPanel
            row={submission}
            userId={userId}
            onSaved={(changed) => {
              const { second_look } = changed;
              setSubmission((current) => ({ ...current, second_look }));
              if (changed.number === submission.number) onSaved(changed);
            }}
          />
          <MarkPanel
            row={submission}
            address={address}
            addressOf={addressOf}
            newest={knownNewest}
            onNewest={setKnownNewest}
            userId={userId}
            rubricLines={submission.rubric_lines ?? []}
            onSaved={(changed) => {
              setSubmission((current) => withSaved(current, changed));
              onSaved(changed);
            }}
            onGoOn={onGoOn}
            onLeave={() => document.getElementById(id)?.focus()}
          />
          {submission.project !== null && (
            <p className={styles['rubric']}>
              <Link to={rubricAddress(submission.project.id, task)}>
                {`${submission.rubric_lines === undefined ? 'Make a rubric for' : 'Change the rubric of'} this task`}
              </Link>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
