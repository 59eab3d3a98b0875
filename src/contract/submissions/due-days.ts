import type { Task } from '../dates.ts';

/** The viva has a deadline of its own. */
export const dueTasks = ['week-1', 'week-2', 'week-3', 'week-4', 'final'] as const satisfies readonly Task[];
export type DueTask = (typeof dueTasks)[number];

/** After each student's opening, or in the academy's zone. */
export type DueDay = { days: number } | { date: string };

/** A task without one is never late. */
export type DueDays = Partial<Record<DueTask, DueDay>>;

/** At most a year after the opening. */
export const maxDueDays = 366;

/** Granted at once, per student. */
export const maxExtensionDays = 30;

export function isDueTask(task: Task): task is DueTask {
  return task !== 'viva';
}
