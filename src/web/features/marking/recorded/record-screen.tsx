import { visibility } from '../../../lib/record-words.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { RecordedTask } from '#contract/marking/recorded-calls';
import { recordedAddress, recordStatusLabels } from '#contract/marking/recorded';
import { staffAddress } from '#contract/marking/staff-view';
import { studentAddress } from '#contract/progress/batch-view';
import { call } from '../../../lib/calls/client.ts';
import { useSeenAction } from '../../../lib/forms/use-seen-action.ts';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useRead } from '../../../lib/use-read.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { ActionForm } from '../../../ui/action-form.tsx';
import { Small, Stack } from '../../../ui/layout.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { MarkPanel } from '../mark-panel.tsx';
import { PanelMarks, TwoMark } from '../panel-marks.tsx';
import { SaveError } from '../mark-waiting.tsx';
import { PostedLowerMark, PostedMarkConflict, PostedNewerVersion } from '../posted-mark.tsx';
import { markState } from '../marks.ts';
import { OpenReview } from '../open-review.tsx';
import { ReviewPanel } from '../review-panel.tsx';
import { lowerCode, newerCode } from '../mark-question.ts';
import work from '../work/work.module.css';
import { otherTasks, OtherTaskMarks } from './other-tasks.tsx';
import { RecordHistory } from './record-history.tsx';
import { recordRow, type RecordRow } from './record-row.ts';
import styles from './recorded.module.css';

type OpenProps = { row: RecordRow; user: CurrentUser; onOpened: (row: RecordRow) => void };
type Props = { row: RecordRow; addressOf: (number: string) => string };

function Newest({ row: { taskRecord }, addressOf }: Props) {
  if (taskRecord.newest === null) return <span>Nothing submitted</span>;
  const { number, version, submitted_at, marks, released } = taskRecord.newest;
  return (
    <span>
      <Link to={addressOf(number)}>{`Version ${version}`}</Link>
      <span>, submitted </span>
      <Time value={submitted_at} />
      {marks !== null && <span>{`, ${marks} out of 100, ${visibility(released)}`}</span>}
    </span>
  );
}

/** What came later, and so counts or will count once it is marked. */
function Later({ taskRecord: { record, newest }, status }: RecordRow) {
  if (record === null || status == null || newest === null || !record.submitted_after) return null;
  return (
    <Small>
      {record.counts
        ? `Version ${newest.version} came later. Once its mark is released, that counts.`
        : `Version ${newest.version} came later, and its mark counts.`}
    </Small>
  );
}

/** While it is not released and was never under review. */
function Remove({ row, onChanged }: { row: RecordRow; onChanged: (row: RecordRow) => void }) {
  const { taskRecord } = row;
  const form = useSeenAction({
    formName: 'remove',
    keepsPlace: true,
    seen: { at: taskRecord.record?.at ?? null },
    onDone: () => onChanged(recordRow({ ...taskRecord, record: null })),
    // What a colleague has recorded is shown in its place.
    onRefused: ({ current }) =>
      current !== undefined &&
      onChanged(recordRow({ ...taskRecord, record: current as typeof taskRecord.record })),
  });
  if (taskRecord.record === null || taskRecord.record.released || taskRecord.record.second_look !== null)
    return null;
  return <ActionForm form={form} button="Remove the record" variant="quiet" small />;
}

/** For the office, while the student sees the record and nobody has requested a review of it. */
function Open({ row: { taskRecord, task, student }, user, onOpened }: OpenProps) {
  const { record } = taskRecord;
  const again = useRead(async () => {
    const params = { s_id: student.s_id, task };
    onOpened(recordRow(await call('readRecordedMark', { params })));
  });
  const isOpenable = record !== null && record.released && record.second_look === null;
  if (user.role !== 'administrator' || !isOpenable) return null;
  return <OpenReview target={{ task }} name={student.s_name} onDone={() => void again.read()} />;
}

/** A form that was posted without a script. */
function Refused({ addressOf }: Pick<Props, 'addressOf'>) {
  const refused = useRefusedForm();
  if (refused === undefined || refused.values['act'] !== undefined) return null;
  if (refused.failure.code === newerCode)
    return <PostedNewerVersion refused={refused} addressOf={addressOf} />;
  if (refused.current !== undefined) return <PostedMarkConflict refused={refused} />;
  if (refused.failure.code === lowerCode) return <PostedLowerMark refused={refused} />;
  return Object.keys(refused.errors).length > 0 ? null : <SaveError error={refused.failure} />;
}

/** A mark without a file: the form and the panel of marks, beside what is known of the task. */
export function RecordScreen({ first, user }: { first: RecordedTask; user: CurrentUser }) {
  const id = useId();
  const [row, setRow] = useState(() => recordRow(first));
  const [newest, setNewest] = useState(first.newest?.number ?? null);
  const { student, task, taskRecord } = row;
  const addressOf = (number: string) =>
    staffAddress({
      ...(taskRecord.batch !== null && { batch: taskRecord.batch }),
      state: 'all',
      open: number,
    });
  const review = taskRecord.record?.second_look ?? null;
  const others = otherTasks(taskRecord);
  const withReview = {
    student,
    task,
    second_look: review && { ...review, number: row.number, version: null },
  };
  return (
    <article className={styles['page']} aria-labelledby={id}>
      <header className={work['head']}>
        <h1 id={id} tabIndex={-1} className={work['title']}>
          <Link to={studentAddress(student.s_id)}>{`${student.s_name}, ${taskLabel(task)}`}</Link>
        </h1>
        {row.status != null && (
          <span className={work['state']} data-state={markState(row)}>
            {`${recordStatusLabels[row.status]}, ${visibility(row.released)}`}
          </span>
        )}
        <p className={work['when']}>
          <Newest row={row} addressOf={addressOf} />
          {taskRecord.due_at !== null && (
            <span>
              <span>Due </span>
              <Time value={taskRecord.due_at} />
            </span>
          )}
          {taskRecord.batch !== null && <span>{taskRecord.batch}</span>}
          <span>{taskRecord.project === null ? 'No project' : taskRecord.project.name}</span>
        </p>
      </header>
      {taskRecord.project === null ? (
        <EmptyState title="Nothing can be recorded yet">
          <p>{`${student.s_name} has no project. Marks are for the student's project.`}</p>
        </EmptyState>
      ) : (
        <div className={styles['columns']}>
          <Stack gap={3}>
            <Refused addressOf={addressOf} />
            <PanelMarks {...taskRecord} />
            {taskRecord.two_mark === true && <TwoMark />}
            {row.status == null && (
              <Small>For work without a file, such as a viva, and for work that was not done.</Small>
            )}
            <ReviewPanel
              row={withReview}
              marked={row}
              newest={newest}
              record={{ s_id: student.s_id, task }}
              user={user}
              onSaved={setRow}
            >
              <MarkPanel
                row={row}
                address={recordedAddress(student.s_id, task)}
                addressOf={addressOf}
                newest={newest}
                onNewest={setNewest}
                userId={user.account}
                rubricLines={taskRecord.rubric_lines ?? []}
                onSaved={setRow}
                onLeave={() => document.getElementById(id)?.focus()}
              >
                <Later {...row} />
                <Remove row={row} onChanged={setRow} />
                <Open row={row} user={user} onOpened={setRow} />
                <RecordHistory recorded={taskRecord} />
              </MarkPanel>
            </ReviewPanel>
          </Stack>
          {others.length > 0 && (
            <div>
              <h2 className={styles['heading']}>Other tasks</h2>
              <OtherTaskMarks tasks={others} />
            </div>
          )}
        </div>
      )}
    </article>
  );
}
