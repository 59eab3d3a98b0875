import { useId, useState, type ReactNode } from 'react';
import { firstLine } from '#contract/excerpt';
import type { TimelineTask } from '#contract/submissions';
import { Button } from '../../ui/button.tsx';
import { Day, Time } from '../../ui/time.tsx';
import styles from './task-status-list.module.css';

/** A task with its name. */
type NamedTask = { name: string; task: TimelineTask };

/** A task's mark, or the label of its state. */
function TaskStateText({ task }: { task: TimelineTask }) {
  if (task.marks !== null) {
    return (
      <>
        <strong className={styles['mark']}>{task.marks}</strong> of 100
      </>
    );
  }
  switch (task.state) {
    case 'locked':
      return task.opens_at === null ? (
        'Locked'
      ) : (
        <>
          Locked until <Day value={task.opens_at} />
        </>
      );
    case 'open':
      return 'Open, not handed in';
    default:
      return 'Handed in';
  }
}

/** Explains why there are no marks yet. */
function whyNoMarks({ name, task }: NamedTask): string {
  const what = name.startsWith('Week') ? 'this week' : `the ${name.toLowerCase()}`;
  switch (task.state) {
    case 'locked':
      return `No marks yet: ${what} is not open.`;
    case 'open':
      return `Nothing is handed in for ${what} yet.`;
    default:
      return `Your mentor has not released marks for ${what} yet.`;
  }
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Opening time, submission, marks and comments, and who marked it when. */
function Details({ name, task }: NamedTask) {
  return (
    <dl className={styles['details']}>
      {task.state === 'locked' && task.opens_at !== null && (
        <Row name="Opens">
          <Time value={task.opens_at} />
        </Row>
      )}
      {task.version !== null && task.submitted_at !== null && (
        <Row name="Handed in">
          Version {task.version}, <Time value={task.submitted_at} />
          {task.late && ', late'}
        </Row>
      )}
      <Row name="Marks">
        {task.marks === null ? (
          <span className={styles['none']}>{whyNoMarks({ name, task })}</span>
        ) : (
          `${task.marks} out of 100`
        )}
      </Row>
      <Row name="Comments">
        <span className={styles['comments']}>
          {task.comments || <span className={styles['none']}>No comments yet.</span>}
        </span>
      </Row>
      {task.marked_at !== null && (
        <Row name="Marked">
          {task.marked_version !== task.version && `Version ${task.marked_version}, `}
          {task.marked_by !== null && `by ${task.marked_by}, `}
          <Time value={task.marked_at} />
        </Row>
      )}
    </dl>
  );
}

function TaskStatus({ name, task }: NamedTask) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const words = firstLine(task.comments);
  return (
    <li className={styles['task']}>
      <div className={styles['row']}>
        <h4 id={`${id}task`}>{name}</h4>
        <span className={styles['state']} data-state={task.state}>
          <TaskStateText task={task} />
        </span>
        {words !== '' && !isShown && <span className={styles['words']}>“{words}”</span>}
        <Button
          id={`${id}button`}
          variant="secondary"
          small
          aria-expanded={isShown}
          aria-controls={`${id}details`}
          aria-labelledby={`${id}button ${id}task`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide Status' : 'View Status'}
        </Button>
      </div>
      <div id={`${id}details`} hidden={!isShown}>
        {isShown && <Details name={name} task={task} />}
      </div>
    </li>
  );
}

/** The tasks with their states; a disclosure button shows the details (specification, section 2). */
export function TaskStatusList({ tasks }: { tasks: readonly NamedTask[] }) {
  return (
    <ul className={styles['tasks']}>
      {tasks.map(({ name, task }) => (
        <TaskStatus key={task.task} name={name} task={task} />
      ))}
    </ul>
  );
}
