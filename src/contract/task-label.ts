import { weekTask, weeks, type Task } from './dates.ts';

const labels: Record<Task, string> = {
  ...(Object.fromEntries(weeks.map((week) => [weekTask(week), `Week ${week}`])) as Record<Task, string>),
  final: 'Final project',
  viva: 'Viva voce',
};

/** In running text. */
export function taskLabel(task: Task): string {
  return labels[task];
}
