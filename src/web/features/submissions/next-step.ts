import type { Task } from '#contract/dates';
import { gradesAddress, taskScreen } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import { countingRecord, isExcused } from '../../lib/record-words.ts';
import { taskLabel } from '../../lib/task-label.ts';

export type NextStep = {
  sentence: string;
  time?: { label: string; at: string };
  /** Absent when there is nothing to do. */
  action?: { label: string; to: string };
};

const referencesTab = '/ProjectDashboard1?tab=references#tabs';

function vivaStep(deadline: string | null, since: Pick<NextStep, 'time'>, now: number): NextStep {
  if (deadline !== null && Date.parse(deadline) <= now)
    return {
      sentence: 'You can still submit for the viva voce. Your work will be marked as late.',
      time: { label: 'The deadline was', at: deadline },
      action: { label: 'Submit for the viva', to: '/viva' },
    };
  return {
    sentence: 'Prepare for your viva voce and submit your slides or report.',
    ...(deadline === null ? since : { time: { label: 'Deadline', at: deadline } }),
    action: { label: 'Prepare for the viva', to: '/viva' },
  };
}

function timeOf({ opens_at, due_at }: TimelineTask, now: number): Pick<NextStep, 'time'> {
  if (due_at !== null)
    return { time: { label: Date.parse(due_at) < now ? 'It was due' : 'Due', at: due_at } };
  return opens_at === null ? {} : { time: { label: 'Open since', at: opens_at } };
}

function openStep(open: TimelineTask, vivaDeadline: string | null, now: number): NextStep {
  const { task, due_at } = open;
  const since = timeOf(open, now);
  const isOverdue = due_at !== null && Date.parse(due_at) < now;
  if (task === 'final')
    return {
      sentence: isOverdue
        ? 'You can still submit your final project. It will be marked as late.'
        : 'You can submit your final project.',
      ...since,
      action: { label: 'Submit the final project', to: taskScreen(task) },
    };
  if (task === 'viva') return vivaStep(vivaDeadline, since, now);
  return {
    sentence: isOverdue
      ? `${taskLabel(task)} is late. You can still submit it.`
      : `${taskLabel(task)} is open. Submit your work.`,
    ...since,
    action: { label: `Submit ${taskLabel(task).toLowerCase()}`, to: taskScreen(task) },
  };
}

export const firstOpenTask = <T extends TimelineTask>(tasks: readonly T[]): T | undefined =>
  tasks.find((task) => task.state === 'open' && !isExcused(task));

/**
 * The earliest open task without a submission, else the next to open, else the marks.
 * @param tasks in their order, with their current states
 * @param now ms since 1970 UTC
 */
export function nextStep(tasks: readonly TimelineTask[], vivaDeadline: string | null, now: number): NextStep {
  const marks = { label: 'See your marks', to: gradesAddress() };
  const isMarked = tasks.every((task) => task.state === 'marked' || isExcused(task));
  if (tasks[0]?.frozen && !isMarked) return { sentence: 'Your result is closed.', action: marks };
  const open = firstOpenTask(tasks);
  if (open !== undefined) return openStep(open, vivaDeadline, now);
  const locked = tasks.find(({ state }) => state === 'locked');
  if (locked !== undefined) {
    const isFirst = locked === tasks[0];
    return {
      sentence: isFirst
        ? 'Start with the references of your project.'
        : `You are up to date. ${taskLabel(locked.task)} is next.`,
      ...(locked.opens_at !== null && {
        time: { label: `${taskLabel(locked.task)} opens`, at: locked.opens_at },
      }),
      ...(isFirst && { action: { label: 'Read the references', to: referencesTab } }),
    };
  }
  if (!isMarked)
    return {
      sentence: 'Everything is submitted. Your marks appear when your mentor releases them.',
      action: marks,
    };
  const isSubmitted = tasks.every((task) => task.version !== null || countingRecord(task) === undefined);
  const sentence = isSubmitted ? 'Everything is submitted and marked. Well done.' : 'Everything is marked.';
  return { sentence, action: marks };
}

/** While a submission is in the outbox. */
export function unsentStep({ task, to }: { task?: Task; to: string }, isRefused: boolean): NextStep {
  const name = task === undefined ? 'submission' : `${taskLabel(task).toLowerCase()} submission`;
  return {
    sentence: isRefused
      ? `Your ${name} was refused. It is still on this device.`
      : `Your ${name} is saved on this device and will be sent automatically.`,
    action: { label: isRefused ? 'View it' : 'See status', to },
  };
}
