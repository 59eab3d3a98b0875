import { useEffect, useRef, useState } from 'react';
import type { Task } from '#contract/dates';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import { marksOfLines } from '#contract/projects/rubric-rules';
import type { TimelineTask } from '#contract/submissions/calls';
import { recordStatusLabels } from '#contract/marking/recorded';
import { countingRecord, isExcused, markWords, resultWords } from '../../../lib/record-words.ts';
import { PointLines } from '../../projects/point-lines.tsx';
import { afterVersion, DueText } from '../../submissions/task-brief.tsx';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Small } from '../../../ui/layout.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Time } from '../../../ui/time.tsx';
import { OwnLineComments } from '../lines/own-line-comments.tsx';
import styles from './grades.module.css';
import { tellRead } from './read-marks.ts';
import { Review } from './request-review.tsx';

export type NamedTask = {
  name: string;
  task: ShownTask;
  rubric: BriefWithRubric['rubric'] | undefined;
};

function whyNoMarks({ name, task }: Omit<NamedTask, 'rubric'>): string {
  const what = name.startsWith('Week') ? 'this week' : `the ${name.toLowerCase()}`;
  switch (task.state) {
    case 'locked':
      return `No marks yet: ${what} is not open.`;
    case 'open':
      return `Nothing is submitted for ${what} yet.`;
    default:
      return `Your mentor has not released marks for ${what} yet.`;
  }
}

export type TaskActions = {
  s_id: string;
  onChanged: () => void;
};

/** Submitted after what counts, and not marked. */
export function hasNewer({ version, marked_version, ...task }: ShownTask): boolean {
  const record = countingRecord(task);
  if (record !== undefined) return record.submitted_after;
  return version !== null && marked_version !== null && marked_version < version;
}

type Reveal = {
  takesFocus: boolean;
  onShown: () => void;
};

type MarksProps = Omit<NamedTask, 'rubric'> & TaskActions & Reveal;

/** Once the comment was read. */
function ShowNumber({ s_id, name, task, onShown, onChanged }: MarksProps) {
  const [isBusy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    onShown();
    await tellRead(s_id, task);
    onChanged();
  };
  return (
    <dd>
      <Button variant="secondary" small busy={isBusy} onClick={() => void show()} data-needs-script>
        {`Show my mark for ${name}`}
      </Button>
    </dd>
  );
}

/** The rubric lines as of the mark, and whether the mark differs from their sum. */
function GivenLines({
  lines,
  marks,
  current,
}: {
  lines: NonNullable<TimelineTask['rubric']>;
  marks: number;
  current: NamedTask['rubric'];
}) {
  const sum = marksOfLines(lines);
  const isCurrent = lines.every(
    (line) => current?.some(({ text, points }) => text === line.text && points === line.points) ?? true,
  );
  return (
    <>
      <PointLines lines={lines} />
      {!isCurrent && <Small>This is an earlier version of the rubric.</Small>}
      {sum !== marks && <Small>{`These add up to ${sum}. Your mentor gave ${marks}.`}</Small>}
    </>
  );
}

/** The mark, the button that reveals it, or why there is none. */
function Marks(props: MarksProps) {
  const { name, task, takesFocus } = props;
  const value = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) value.current?.focus();
  }, [takesFocus]);
  if (task.isWithheld === true) return <ShowNumber {...props} />;
  return (
    <dd ref={value} tabIndex={takesFocus ? -1 : undefined}>
      {task.marks === null && !isExcused(task) ? (
        <span className={styles['none']}>{whyNoMarks({ name, task })}</span>
      ) : (
        resultWords(task)
      )}
    </dd>
  );
}

/** As an `.ics` file, which opens in the calendar of the device. */
function SaveToCalendar({ s_id, task }: { s_id: string; task: Task }) {
  return (
    <>
      <span>{'. '}</span>
      <a href={`${fillPath(paths.readCalendarEvent.path, { s_id })}?task=${task}`} download>
        Save to calendar
      </a>
    </>
  );
}

export function TaskDetails({
  name,
  task,
  rubric,
  wordsFirst,
  ...actions
}: NamedTask & TaskActions & Reveal & { wordsFirst: boolean }) {
  const record = countingRecord(task);
  const isRecorded = record !== undefined;
  const marksRow = (
    <div key="marks">
      <dt>Marks</dt>
      <Marks name={name} task={task} {...actions} />
    </div>
  );
  const wordsRow = (
    <Fact key="words" name="Comments">
      <div className={styles['comments']}>
        {task.comments ? (
          <Markdown text={task.comments} html={task.comments_html} />
        ) : (
          <span className={styles['none']}>No comments yet.</span>
        )}
      </div>
    </Fact>
  );
  return (
    <dl className={styles['details']}>
      {task.state === 'locked' && task.opens_at !== null && (
        <Fact name="Opens">
          <Time value={task.opens_at} />
          {task.due_at === null && <SaveToCalendar s_id={actions.s_id} task={task.task} />}
        </Fact>
      )}
      {task.due_at !== null && (
        <Fact name="Due">
          <DueText task={task} />
          {task.version === null && <SaveToCalendar s_id={actions.s_id} task={task.task} />}
        </Fact>
      )}
      {task.version !== null && task.submitted_at !== null && (
        <Fact name="Submitted">
          <span>{`Version ${task.version}, `}</span>
          <Time value={task.submitted_at} />
          <span>{afterVersion(task)}</span>
        </Fact>
      )}
      {wordsFirst ? [wordsRow, marksRow] : [marksRow, wordsRow]}
      {task.line_comments !== undefined && (
        <Fact name="In your file">
          <OwnLineComments key={task.line_comments.receipt} s_id={actions.s_id} {...task.line_comments} />
        </Fact>
      )}
      {task.marks !== null && task.rubric !== undefined && (
        <Fact name="Given for">
          <GivenLines lines={task.rubric} marks={task.marks} current={rubric} />
        </Fact>
      )}
      {task.recorded?.counts === false && (
        <Fact name="Recorded before this version">{markWords(task.recorded)}</Fact>
      )}
      {task.marked_at !== null && (
        <Fact name={isRecorded ? 'Recorded' : 'Marked'}>
          {record?.status === 'marked' && <span>{`${recordStatusLabels.marked}, `}</span>}
          <span>{`${!isRecorded && task.marked_version !== task.version ? `Version ${task.marked_version}, ` : ''}${task.marked_by !== null ? `by ${task.marked_by}, ` : ''}`}</span>
          <Time value={task.marked_at} />
        </Fact>
      )}
      {hasNewer(task) && (
        <Fact name={`Version ${task.version}`}>Submitted after this mark. Not marked yet.</Fact>
      )}
      {(task.marks !== null || isExcused(task)) && (
        <Review s_id={actions.s_id} task={task} onChanged={actions.onChanged} />
      )}
    </dl>
  );
}
