import { opensAt, type Task } from '#contract/dates';
import { localMoment } from '../platform/zoned-time.ts';

const fullLabels: Record<Task, string> = {
  'week-1': 'Week 1',
  'week-2': 'Week 2',
  'week-3': 'Week 3',
  'week-4': 'Week 4',
  final: 'The final project submission',
  viva: 'The viva voce',
};

export function taskLabel(task: Task): string {
  return task === 'final' ? 'Final project' : task === 'viva' ? 'Viva voce' : fullLabels[task];
}

export function notOpenMessage(task: Task, start: number, zone: string): string {
  return `${fullLabels[task]} is not open yet. It opens on ${localMoment(opensAt(task, start), zone)}.`;
}
