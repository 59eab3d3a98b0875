import type { ReactNode } from 'react';
import { excerpt } from '#contract/excerpt';
import type { TimelineTask } from '#contract/submissions/calls';
import { Time } from '../../ui/time.tsx';
import { afterVersion, DueText, ExtensionText } from './task-brief.tsx';
import styles from './tasks.module.css';

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function TaskState({ task, deadline }: { task: TimelineTask; deadline?: string | null }) {
  return (
    <dl className={styles['state']}>
      {task.marks !== null && (
        <Row name="Marks">
          <strong className={styles['marks']}>{task.marks}</strong>
          <span>{` out of 100${task.marked_by !== null ? `, by ${task.marked_by}` : ''}`}</span>
        </Row>
      )}
      {task.comments !== null && task.comments !== '' && (
        <Row name="Comments">{excerpt(task.comments, 140)}</Row>
      )}
      <Row name="Submitted">
        {task.version === null || task.submitted_at === null ? (
          'Nothing yet'
        ) : (
          <>
            <span>{`Version ${task.version}, `}</span>
            <Time value={task.submitted_at} />
            <span>{afterVersion(task)}</span>
          </>
        )}
      </Row>
      {task.version === null && task.opens_at !== null && (
        <Row name="Open since">
          <Time value={task.opens_at} />
        </Row>
      )}
      {deadline == null && task.due_at !== null && (
        <Row name="Due">
          <DueText task={task} />
        </Row>
      )}
      {deadline != null && (
        <Row name="Deadline">
          <Time value={deadline} />
          <ExtensionText task={task} />
        </Row>
      )}
    </dl>
  );
}
