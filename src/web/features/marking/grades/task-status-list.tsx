import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { firstLine } from '#contract/excerpt';
import { plainTextOf } from '#contract/plain-text';
import { useFocusOnHash } from '../../../lib/use-focus-on-hash.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Button } from '../../../ui/button.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Day, Time } from '../../../ui/time.tsx';
import { GivenLines } from './given-lines.tsx';
import { SecondLook } from './second-look.tsx';
import { ShowNumber } from './show-number.tsx';
import styles from './task-status-list.module.css';

type NamedTask = { name: string; task: ShownTask };

function TaskStateText({ task }: { task: ShownTask }) {
  if (task.isWithheld === true) return <span>Marked</span>;
  if (task.marks !== null) {
    return (
      <>
        <strong className={styles['mark']}>{task.marks}</strong>
        <span> of 100</span>
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

function whyNoMarks({ name, task }: NamedTask): string {
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

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Acts = {
  /** The student's id in calls. */
  s_id: string;
  /** Reloads the tasks. */
  onChanged: () => void;
};

/** Whether a newer version than the marked one exists. */
const hasNewer = ({ version, marked_version }: ShownTask) =>
  version !== null && marked_version !== null && marked_version < version;

/** The mark, the button that reveals it, or why there is none. */
function Marks({ name, task, s_id, onChanged, takesFocus, onShown }: NamedTask & Acts & Reveal) {
  const value = useRef<HTMLElement>(null);
  useEffect(() => {
    // The clicked button is gone.
    if (takesFocus) value.current?.focus();
  }, [takesFocus]);
  if (task.isWithheld === true)
    return <ShowNumber s_id={s_id} name={name} task={task} onShown={onShown} onChanged={onChanged} />;
  return (
    <dd ref={value} tabIndex={takesFocus ? -1 : undefined}>
      {task.marks === null ? (
        <span className={styles['none']}>{whyNoMarks({ name, task })}</span>
      ) : (
        `${task.marks} out of 100`
      )}
    </dd>
  );
}
type Reveal = {
  /** Whether the user revealed the number here. */
  takesFocus: boolean;
  onShown: () => void;
};

function Details({ name, task, wordsFirst, ...acts }: NamedTask & Acts & Reveal & { wordsFirst: boolean }) {
  const marksRow = (
    <div key="marks">
      <dt>Marks</dt>
      <Marks name={name} task={task} {...acts} />
    </div>
  );
  const wordsRow = (
    <Row key="words" name="Comments">
      <div className={styles['comments']}>
        {task.comments ? (
          <Markdown text={task.comments} html={task.comments_html} />
        ) : (
          <span className={styles['none']}>No comments yet.</span>
        )}
      </div>
    </Row>
  );
  return (
    <dl className={styles['details']}>
      {task.state === 'locked' && task.opens_at !== null && (
        <Row name="Opens">
          <Time value={task.opens_at} />
        </Row>
      )}
      {task.due_at !== null && (
        <Row name="Due">
          <Time value={task.due_at} />
          {task.extended_at !== null && <span>; you have an extension</span>}
        </Row>
      )}
      {task.version !== null && task.submitted_at !== null && (
        <Row name="Submitted">
          <span>{`Version ${task.version}, `}</span>
          <Time value={task.submitted_at} />
          <span>{`${task.late ? ', late' : ''}${task.earlier_project ? ', for your earlier project' : ''}`}</span>
        </Row>
      )}
      {wordsFirst ? [wordsRow, marksRow] : [marksRow, wordsRow]}
      {task.marks !== null && task.rubric !== undefined && (
        <Row name="Given for">
          <GivenLines lines={task.rubric} marks={task.marks} />
        </Row>
      )}
      {task.marked_at !== null && (
        <Row name="Marked">
          <span>{`${task.marked_version !== task.version ? `Version ${task.marked_version}, ` : ''}${task.marked_by !== null ? `by ${task.marked_by}, ` : ''}`}</span>
          <Time value={task.marked_at} />
        </Row>
      )}
      {hasNewer(task) && (
        <Row name={`Version ${task.version}`}>Submitted after this mark. Not marked yet.</Row>
      )}
      {task.marks !== null && <SecondLook s_id={acts.s_id} task={task} onChanged={acts.onChanged} />}
    </dl>
  );
}

function TaskStatus({ name, task, s_id, onChanged }: NamedTask & Acts) {
  const id = useId();
  // Opens comments shown before their number, and the task in the address.
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
  const words = firstLine(plainTextOf(task.comments ?? '', task.comments_html));
  return (
    <li id={task.task} className={styles['task']}>
      <div className={styles['row']}>
        <h4 id={`${id}task`}>{name}</h4>
        <span className={styles['state']} data-state={task.state}>
          <TaskStateText task={task} />
          {hasNewer(task) && (
            <span className={styles['newer']}>{`Version ${task.version ?? ''} not marked yet`}</span>
          )}
        </span>
        {words !== '' && !isShown && <span className={styles['words']}>{`“${words}”`}</span>}
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
        {isShown && (
          <Details
            name={name}
            task={task}
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

/** The tasks with their states and expandable details (specification, section 2). */
export function TaskStatusList({ tasks, ...acts }: { tasks: readonly NamedTask[] } & Acts) {
  return (
    <ul className={styles['tasks']}>
      {tasks.map(({ name, task }) => (
        <TaskStatus key={task.task} name={name} task={task} {...acts} />
      ))}
    </ul>
  );
}
