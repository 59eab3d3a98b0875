import type { Task } from '../dates.ts';
import { taskScreen } from '../screens.ts';

/** Shows the receipt in place of the form. */
export function receiptScreen(task: Task, number: string): string {
  const [screen] = taskScreen(task).split('?');
  return `${screen}?receipt=${encodeURIComponent(number)}`;
}
