import type { Task } from '#contract/dates';
import { gradesAddress, taskScreen } from '#contract/screens';
import type { TimelineTask } from '#contract/submissions/calls';
import { taskLabel } from '../../lib/task-label.ts';

/** A student's next step: a sentence, the time that belongs to it, and the target of its button. */
export type NextStep = {
  sentence: string;
  time?: { label: string; at: string };
  action: { label: string; to: string };
};

const referencesTab = '/ProjectDashboard1?tab=references#tabs';

function vivaStep(deadline: string | null, since: Pick<NextStep, 'time'>, now: number): NextStep {
  if (deadline !== null && Date.parse(deadline) <= now)
    return {
      sentence: 'Your viva voce can still be handed in; it will be noted as late.',
      time: { label: 'The deadline was', at: deadline },
      action: { label: 'Submit for the viva', to: '/viva' },
    };
  return {
    sentence: 'Prepare for your viva voce and hand in what you bring to it.',
    ...(deadline === null ? since : { time: { label: 'Deadline', at: deadline } }),
    action: { label: 'Prepare for the viva', to: '/viva' },
  };
}

/** The time that belongs to an open task: until when it is due, else since when it is open. */
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
        ? 'Your final project can still be handed in; it will be noted as late.'
        : 'Your final project can be handed in.',
      ...since,
      action: { label: 'Hand in the final project', to: taskScreen(task) },
    };
  if (task === 'viva') return vivaStep(vivaDeadline, since, now);
  return {
    sentence: isOverdue
      ? `${taskLabel(task)} can still be handed in; it will be noted as late.`
      : `${taskLabel(task)} is open for your work.`,
    ...since,
    action: { label: `Hand in ${taskLabel(task).toLowerCase()}`, to: taskScreen(task) },
  };
}

/** The first task that is open and not submitted; undefined when there is none. */
export const firstOpenTask = <T extends TimelineTask>(tasks: readonly T[]): T | undefined =>
  tasks.find(({ state }) => state === 'open');

/**
 * The next step of a student with a project: the earliest task that is open and not handed in, else the next to open,
 * else the marks.
 * @param tasks in their order, with their current states
 * @param now milliseconds since 1970 UTC
 */
export function nextStep(tasks: readonly TimelineTask[], vivaDeadline: string | null, now: number): NextStep {
  const open = firstOpenTask(tasks);
  if (open !== undefined) return openStep(open, vivaDeadline, now);
  const locked = tasks.find(({ state }) => state === 'locked');
  if (locked !== undefined) {
    const isFirst = locked === tasks[0];
    return {
      sentence: isFirst
        ? 'Get to know your project: its references show the way in.'
        : `You are up to date. ${taskLabel(locked.task)} comes next.`,
      ...(locked.opens_at !== null && {
        time: { label: `${taskLabel(locked.task)} opens`, at: locked.opens_at },
      }),
      action: { label: 'Read the references', to: referencesTab },
    };
  }
  const isMarked = tasks.every(({ state }) => state === 'marked');
  return {
    sentence: isMarked
      ? 'Everything is handed in and marked. Well done.'
      : 'Everything is handed in. Your marks appear when your mentor releases them.',
    action: { label: 'See your marks', to: gradesAddress() },
  };
}

/** The next step while a hand-in is in the outbox of this device: nobody is up to date before it has gone. */
export function unsentStep({ task, to }: { task?: Task; to: string }, isRefused: boolean): NextStep {
  const name = task === undefined ? 'hand-in' : `${taskLabel(task).toLowerCase()} hand-in`;
  return {
    sentence: isRefused
      ? `Your ${name} was refused. It is still on this device.`
      : `Your ${name} waits on this device. It goes by itself as soon as the portal can be reached.`,
    action: { label: isRefused ? 'Look at it' : 'See how far it is', to },
  };
}
