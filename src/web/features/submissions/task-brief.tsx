import { Link } from 'react-router';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import { extensionAddress } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import { latenessOfTask } from '#contract/submissions/task-lateness';
import { Time } from '../../ui/time.tsx';
import { BriefText } from './brief-text.tsx';
import styles from './tasks.module.css';

/** The server says why not; an older one decides when the request arrives. */
export const mayAskForExtension = ({ no_extension }: TimelineTask): boolean => no_extension === undefined;

/** It asked for another viva time, from any day on, and that time was cancelled before the office answered. */
export const asksForTime = ({ task, due_at, extension_request: request }: TimelineTask): boolean =>
  task === 'viva' && request?.answer === null && request.until <= (due_at ?? '');

/**
 * The extension, its request and answer, after a due date; `hasLink` leads to the form of a new one.
 * @param hasTime the viva has a time: an open request is for another one, which `OwnViva` says
 */
export function ExtensionText({
  task,
  hasTime = false,
  hasLink = !hasTime,
}: {
  task: TimelineTask;
  hasTime?: boolean;
  hasLink?: boolean;
}) {
  const request = task.extension_request;
  const { answer, answered_by, words } = request ?? {};
  const said = words == null ? '' : `: “${words}”`;
  return (
    <>
      {task.extended_at !== null && <span>; you have an extension</span>}
      {request?.answer === null && !hasTime && !asksForTime(task) && (
        <span>
          <span>; extension requested until </span>
          <Time value={request.until} />
        </span>
      )}
      {/* Without words the student has withdrawn it. */}
      {answer === 'declined' && words != null && (
        <span>{`; ${answered_by ?? 'Your mentor'} declined your request${said}`}</span>
      )}
      {answer === 'granted' && said !== '' && <span>{`; ${answered_by ?? 'Your mentor'} wrote${said}`}</span>}
      {hasLink && mayAskForExtension(task) && (
        <>
          <span>{/[.!?…]”$/.test(said) ? ' ' : '. '}</span>
          <Link to={extensionAddress(task.task)}>Request an extension</Link>
        </>
      )}
    </>
  );
}

/** Nothing without a due date. */
export function DueText({ task, hasLink = true }: { task: TimelineTask; hasLink?: boolean }) {
  if (task.due_at === null) return null;
  return (
    <>
      <Time value={task.due_at} />
      <ExtensionText task={task} hasLink={hasLink} />
    </>
  );
}

/** ", late", and the project it was for. */
export function afterVersion(task: TimelineTask): string {
  const words = [latenessOfTask(task), task.earlier_project && 'for your earlier project'];
  return words.map((part) => (part ? `, ${part}` : '')).join('');
}

type Props = {
  task: TimelineTask;
  /** Empty where they are not loaded. */
  briefs: readonly BriefWithRubric[];
};

export function BriefOfTask({ task, briefs, isOpen = false }: Props & { isOpen?: boolean }) {
  const brief = briefs.find((one) => one.task === task.task);
  if (brief === undefined) return null;
  return (
    <details className={styles['brief']} open={isOpen}>
      <summary>Instructions</summary>
      <BriefText brief={brief} />
    </details>
  );
}

/** Above the form of a task. */
export function TaskBrief({ task, briefs }: Props) {
  // The viva's screen shows its deadline itself.
  const isDue = task.due_at !== null && task.task !== 'viva';
  return (
    <>
      {isDue && (
        <p>
          <strong>Due</strong> <DueText task={task} />
        </p>
      )}
      {task.two_mark === true && (
        <p>Two people mark your final project independently. You see one mark after it is released.</p>
      )}
      <BriefOfTask task={task} briefs={briefs} />
    </>
  );
}
