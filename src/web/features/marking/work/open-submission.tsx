import { useId, useState, type Ref } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { studentAddress } from '#contract/progress/batch-view';
import type { Openers } from '#contract/marking/release-calls';
import type { DeskSubmission, StaffSubmission } from '#contract/marking/calls';
import { recordedAddress } from '#contract/marking/recorded';
import type { ListedRecord } from '#contract/marking/recorded-mark-calls';
import { staffAddress, type StaffView } from '#contract/marking/staff-view';
import { Late } from '../../submissions/late.tsx';
import { markWords, visibility } from '../../../lib/record-words.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { KeyHelp, type KeyLine } from '../desk/key-help.tsx';
import type { QueueItem } from '../desk/read-staff-page.ts';
import { ListSwitch } from '../desk/list-switch.tsx';
import { OpenElsewhere } from '../desk/open-elsewhere.tsx';
import { FinalPart } from '../final/final-part.tsx';
import { MarkHistoryOf } from '../mark-history.tsx';
import { MarkPanel } from '../mark-panel.tsx';
import { PanelMarks } from '../panel-marks.tsx';
import { ReviewPanel } from '../review-panel.tsx';
import { SubmissionWork } from './submission-work.tsx';
import styles from './work.module.css';
import { markState, withSaved } from '../marks.ts';

const listKeys: readonly KeyLine[] = [
  ['J', 'Next submission'],
  ['K', 'Previous submission'],
  ['L', 'Show or hide the list'],
];
const markKeys: readonly KeyLine[] = [
  ...listKeys,
  ['0…9', 'Tick or untick a rubric line'],
  ['M', 'Enter the marks'],
  ['C', 'Go to the comment'],
  ['R', 'Go to the rubric'],
  ['Enter', 'Go from the marks to the comment'],
  ['Esc', 'Leave the field, or close an unchanged form'],
  ['Ctrl Enter', 'Save, and go to the next'],
  ['Shift Ctrl Enter', 'Save and release, and go to the next'],
];
/** Where two mentors mark. */
const ownKeys: readonly KeyLine[] = [
  ...listKeys,
  ['M', 'Enter the marks'],
  ['C', 'Enter your words'],
  ['Enter', 'Go from the marks to the next field'],
  ['Esc', 'Leave the field'],
  ['Ctrl Enter', 'Give your marks'],
];

/** Only those that act: a viva that its panel marks has no form here. */
function keysOf({ two_mark: byTwo, panel_marks: byPanel, marks }: DeskSubmission): readonly KeyLine[] {
  if (byTwo === true) return ownKeys;
  return byPanel === true && marks === null ? listKeys : markKeys;
}

type Neighbours = { previous: string | null; next: string | null; list: string };

function Moves({
  neighbours: { previous, next, list },
  position,
  keys,
}: {
  neighbours: Neighbours;
  position: string | null;
  keys: readonly KeyLine[];
}) {
  const move = (to: string | null, label: string, key: string, rel: 'prev' | 'next') =>
    to !== null && (
      <ButtonLink
        to={to}
        rel={rel}
        replace
        preventScrollReset
        variant="secondary"
        small
        className={styles['move'] ?? ''}
        aria-keyshortcuts={key}
      >
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
      {position !== null && <span className={styles['position']}>{position}</span>}
      <KeyHelp keys={keys} />
      {move(previous, 'Previous', 'k', 'prev')}
      {move(next, 'Next', 'j', 'next')}
    </nav>
  );
}

/** What was recorded without a file, before this version or over it. */
function Recorded({ submission, record }: { submission: StaffSubmission; record: ListedRecord }) {
  const { student, task, version, submitted_at } = submission;
  const { status, counts, released, at } = record;
  const isBefore = !counts || (record.submitted_after && submitted_at > at);
  const words = `${markWords(record)}${status === 'marked' ? ', without a file' : ''}, ${visibility(released)}`;
  return (
    <Notice tone="info" role="note">
      <span>{`${isBefore ? 'Recorded before this version' : `Recorded after version ${version}`}: ${words}, `}</span>
      <Time value={at} />
      <span>{isBefore ? '. ' : '. It counts in place of this mark. '}</span>
      <Link to={recordedAddress(student.s_id, task)}>Open the record</Link>
    </Notice>
  );
}

export function OpenSubmission({
  open,
  others,
  news,
  view,
  user,
  heading,
  neighbours,
  position,
  onSaved,
  onGoOn,
}: {
  open: DeskSubmission;
  /** Who else has it open. */
  others: Openers['others'];
  /** Newest first. */
  news: readonly QueueItem[];
  view: StaffView;
  user: CurrentUser;
  /** Focused when a submission opens. */
  heading: Ref<HTMLHeadingElement>;
  neighbours: Neighbours;
  /** Such as `7 of 30`; null if it is not listed. */
  position: string | null;
  onSaved: (changed: StaffSubmission) => void;
  onGoOn: (saved?: StaffSubmission) => void;
}) {
  const id = useId();
  const [submission, setSubmission] = useState(open);
  const addressOf = (number: string) => staffAddress({ ...view, open: number });
  const address = addressOf(submission.number);
  const leave = () => document.getElementById(id)?.focus();
  // Warns of newer versions before saving, even if shown above.
  const [knownNewest, setKnownNewest] = useState(open.newest);
  const { student, task, version, project } = submission;
  const later = news.find(
    (one) => one.student.s_id === student.s_id && one.task === task && one.version > version,
  );
  const newest = later?.number ?? submission.newest;
  const saved = (changed: StaffSubmission) => {
    setSubmission((current) =>
      changed.number === current.number
        ? withSaved(current, changed)
        : { ...current, second_look: changed.second_look },
    );
    if (changed.number === submission.number) onSaved(changed);
  };
  return (
    <article className={styles['open']} aria-labelledby={id}>
      <div className={styles['top']}>
        <header className={styles['head']}>
          <h2 id={id} ref={heading} tabIndex={-1} className={styles['title']}>
            <Link to={studentAddress(student.s_id)}>{`${student.s_name}, ${taskLabel(task)}`}</Link>
          </h2>
          <span className={styles['state']} data-state={markState(submission)}>
            {markState(submission)}
          </span>
          <Moves neighbours={neighbours} position={position} keys={keysOf(submission)} />
          <p className={styles['when']}>
            <span>
              <span>{`Version ${version}, submitted `}</span>
              <Time value={submission.submitted_at} />
              <Late version={submission} />
            </span>
            {submission.recorded === undefined && (
              <Link to={recordedAddress(student.s_id, task)}>Record without a file</Link>
            )}
            {submission.assigned !== undefined && (
              <span>{`Assigned to ${submission.assigned.is_you ? 'you' : submission.assigned.name}`}</span>
            )}
            <span>{project === null ? 'No project' : project.name}</span>
            <span className={styles['email']}>{student.s_id}</span>
          </p>
        </header>
        <OpenElsewhere others={others} />
        {submission.recorded !== undefined && (
          <Recorded submission={submission} record={submission.recorded} />
        )}
        {newest !== submission.number && (
          <Notice tone="warning" role="note">
            <span>{`${student.s_name} has submitted a newer version. `}</span>
            <Link to={addressOf(newest)}>Open the newest version</Link>
          </Notice>
        )}
      </div>
      <div className={styles['content']}>
        <ListSwitch />
        <SubmissionWork submission={submission} userId={user.account} />
      </div>
      <div className={styles['panel']}>
        <PanelMarks {...submission} />
        <ReviewPanel row={submission} marked={submission} newest={knownNewest} user={user} onSaved={saved}>
          {submission.two_mark === true ? (
            <FinalPart
              number={submission.number}
              user={user}
              addressOf={addressOf}
              onLeave={leave}
              onConfirmed={(changed) => {
                setSubmission(changed);
                onSaved(changed);
              }}
            />
          ) : (
            <MarkPanel
              row={submission}
              address={address}
              addressOf={addressOf}
              newest={knownNewest}
              onNewest={setKnownNewest}
              userId={user.account}
              rubricLines={submission.rubric_lines ?? []}
              isMarkedElsewhere={submission.panel_marks === true}
              onSaved={saved}
              onGoOn={onGoOn}
              onLeave={leave}
            >
              <MarkHistoryOf number={submission.number} />
            </MarkPanel>
          )}
        </ReviewPanel>
      </div>
    </article>
  );
}
