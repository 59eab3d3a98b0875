import { useEffect, useId, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { recordStatusLabels } from '#contract/marking/recorded';
import { countingRecord } from '../../../lib/record-words.ts';
import { useFocusOnHash } from '../../../lib/use-focus-on-hash.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Button } from '../../../ui/button.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Day } from '../../../ui/time.tsx';
import styles from './grades.module.css';
import { hasNewer, TaskDetails, type TaskActions, type NamedTask } from './task-details.tsx';

function TaskStateText({ task }: { task: ShownTask }) {
  if (task.isWithheld === true) return <span>Marked</span>;
  const status = countingRecord(task)?.status;
  if (status === 'excused') return <span>{recordStatusLabels.excused}</span>;
  if (task.marks !== null) {
    return (
      <>
        {status !== undefined && status !== 'marked' && <span>{`${recordStatusLabels[status]}, `}</span>}
        <strong className={styles['mark']}>{task.marks}</strong>
        <span> out of 100</span>
      </>
    );
  }
  switch (task.state) {
    case 'locked':
      return task.opens_at === null ? (
        <span>Locked</span>
      ) : (
        <>
          <span>Locked until </span>
          <Day value={task.opens_at} />
        </>
      );
    case 'open':
      return <span>Open, not submitted</span>;
    default:
      return <span>Submitted</span>;
  }
}

function TaskStatus({ name, task, rubric, s_id, onChanged }: NamedTask & TaskActions) {
  const id = useId();
  // Opens comments that precede their number, and the task in the address.
  const isNamed = useSearchParams()[0].get('task') === task.task;
  const [isShown, setShown] = useState(task.isWithheld === true || isNamed);
  const [visit, setVisit] = useState('');
  const { key } = useLocation();
  if (visit !== key) {
    setVisit(key);
    if (isNamed) setShown(true);
  }
  useFocusOnHash(task.task, 'button');
  const [isPressed, setPressed] = useState(false);
  const details = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(0);
  useEffect(() => {
    // The button may be at the window's edge.
    if (opened > 0) details.current?.scrollIntoView({ block: 'nearest' });
  }, [opened]);
  return (
    <li id={task.task} className={styles['task']}>
      <div className={styles['row']}>
        <h4 id={`${id}task`}>{name}</h4>
        <span className={styles['state']} data-state={task.state}>
          {/* The details say it. */}
          {(!isShown || task.marks === null) && <TaskStateText task={task} />}
          {hasNewer(task) && (
            <span className={styles['newer']}>{`Version ${task.version ?? ''} not marked yet`}</span>
          )}
        </span>
        {task.comments && !isShown && (
          <div className={styles['words']}>
            <Markdown text={task.comments} html={task.comments_html} />
          </div>
        )}
        <Button
          id={`${id}button`}
          variant="secondary"
          small
          aria-expanded={isShown}
          aria-controls={`${id}details`}
          aria-labelledby={`${id}button ${id}task`}
          onClick={() => {
            setShown(!isShown);
            if (!isShown) setOpened(opened + 1);
          }}
        >
          {isShown ? 'Hide Status' : 'View Status'}
        </Button>
      </div>
      <div ref={details} id={`${id}details`} hidden={!isShown}>
        {isShown && (
          <TaskDetails
            name={name}
            task={task}
            rubric={rubric}
            s_id={s_id}
            onChanged={onChanged}
            wordsFirst={isPressed || task.isWithheld === true}
            takesFocus={isPressed && task.marks !== null}
            onShown={() => setPressed(true)}
          />
        )}
      </div>
    </li>
  );
}

/** Specification, section 2. */
export function TaskStatusList({ tasks, ...actions }: { tasks: readonly NamedTask[] } & TaskActions) {
  return (
    <ul className={styles['tasks']}>
      {tasks.map((named) => (
        <TaskStatus key={named.task.task} {...named} {...actions} />
      ))}
    </ul>
  );
}
