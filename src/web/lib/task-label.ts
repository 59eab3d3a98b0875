import { weekTask, weeks, type Task } from '#contract/dates';

const names: Record<Task, string> = {
  ...(Object.fromEntries(weeks.map((week) => [weekTask(week), `Week ${week}`])) as Record<Task, string>),
  final: 'Final project',
  viva: 'Viva voce',
};

/** What a task is called in running text. */
export function taskLabel(task: Task): string {
  return names[task];
}
