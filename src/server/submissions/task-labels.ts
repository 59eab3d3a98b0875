import { opensAt, type Task } from '#contract/dates';

const fullLabels: Record<Task, string> = {
  'week-1': 'Week 1',
  'week-2': 'Week 2',
  'week-3': 'Week 3',
  'week-4': 'Week 4',
  final: 'The final project submission',
  viva: 'The viva voce',
};

/** A task's short name. */
export function taskLabel(task: Task): string {
  return task === 'final' ? 'Final project' : task === 'viva' ? 'Viva voce' : fullLabels[task];
}

const screens: Record<'final' | 'viva', string> = { final: '/FinalProjectSubmission', viva: '/viva' };

/** The path of the screen on which a task is handed in. */
export function taskScreen(task: Task): string {
  return task === 'final' || task === 'viva' ? screens[task] : `/WeeklySubmission?week=${task.slice(5)}`;
}

/** A moment in the academy’s zone, in words, such as `13 November 2026, 23:59 (Asia/Kolkata)`. */
export function localMoment(due: number, zone: string): string {
  const when = new Intl.DateTimeFormat('en-IN', {
    timeZone: zone,
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(due);
  return `${when} (${zone})`;
}

/** The refusal of a task that is not open yet, with the instant at which it opens in the academy's zone. */
export function notOpenMessage(task: Task, start: number, zone: string): string {
  return `${fullLabels[task]} is not open yet. It opens on ${localMoment(opensAt(task, start), zone)}.`;
}
