import { excerpt, plainTextOf } from '#contract/excerpt';
import type { TimelineTask } from '#contract/submissions/calls';
import { recordStatusLabels } from '#contract/marking/recorded';
import { countingRecord, resultWords } from '../../lib/record-words.ts';
import { Fact } from '../../ui/fact.tsx';
import { Time } from '../../ui/time.tsx';
import { afterVersion, DueText, ExtensionText } from './task-brief.tsx';
import styles from './tasks.module.css';

/** Below `SubmittedAlready`. */
export function TaskState({
  task,
  deadline,
  hasTime = false,
}: {
  task: TimelineTask;
  deadline?: string | null;
  /** Of the viva. */
  hasTime?: boolean;
}) {
  const record = countingRecord(task);
  const isSubmitted = task.version !== null && !task.earlier_project;
  return (
    <dl className={styles['state']}>
      {record?.status === 'excused' && <Fact name="Marks">{resultWords(task)}</Fact>}
      {task.marks !== null && (
        <Fact name="Marks">
          {record !== undefined && record.status !== 'marked' && (
            <span>{`${recordStatusLabels[record.status]}, `}</span>
          )}
          <strong className={styles['marks']}>{task.marks}</strong>
          <span>{` out of 100${task.marked_by !== null ? `, by ${task.marked_by}` : ''}`}</span>
        </Fact>
      )}
      {task.comments !== null && task.comments !== '' && (
        <Fact name="Comments">{excerpt(plainTextOf(task.comments, task.comments_html), 140)}</Fact>
      )}
      {!isSubmitted && (
        <Fact name="Submitted">
          {task.version === null || task.submitted_at === null ? (
            'Nothing yet'
          ) : (
            <>
              <span>{`Version ${task.version}, `}</span>
              <Time value={task.submitted_at} />
              <span>{afterVersion(task)}</span>
            </>
          )}
        </Fact>
      )}
      {task.version === null && task.opens_at !== null && (
        <Fact name="Open since">
          <Time value={task.opens_at} />
        </Fact>
      )}
      {deadline == null && task.due_at !== null && (
        <Fact name="Due">
          <DueText task={task} />
        </Fact>
      )}
      {deadline != null && (
        <Fact name="Deadline">
          <Time value={deadline} />
          <ExtensionText task={task} hasTime={hasTime} />
        </Fact>
      )}
    </dl>
  );
}
