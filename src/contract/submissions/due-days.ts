import type { Task } from '../dates.ts';

/** The tasks for which a batch may set a due day; the viva has its deadline. */
export const dueTasks = ['week-1', 'week-2', 'week-3', 'week-4', 'final'] as const satisfies readonly Task[];
export type DueTask = (typeof dueTasks)[number];

/** Until when hand-ins for a task are in time: so many days after each student's own opening, or a day of the academy's zone. */
export type DueDay = { days: number } | { date: string };

/** A batch's due days; a task without one is never late. */
export type DueDays = Partial<Record<DueTask, DueDay>>;

/** Due days lie from one day to a year after the opening. */
export const maxDueDays = 366;

export function isDueTask(task: Task): task is DueTask {
  return task !== 'viva';
}
