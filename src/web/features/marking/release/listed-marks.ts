import { tasks, type Task } from '#contract/dates';
import type { StaffSubmission } from '#contract/marking/calls';
import type { Fields } from '../../../lib/forms/form-fields.ts';

/** Lower than the student sees for an earlier version. */
export function fallsBelow({ marks, shown }: Pick<StaffSubmission, 'marks' | 'shown'>): boolean {
  return marks !== null && shown !== null && marks < shown.marks;
}

/** A tick confirms lowering, since the list shows it. */
type Listed = { number: string; marks: number; confirm_lower: boolean };

/** The checkbox's value is the mark the mentor saw. */
export function chosenName(row: StaffSubmission): string {
  return `${fallsBelow(row) ? 'lower' : 'mark'} ${row.task} ${row.number}`;
}

export function postedMarks(fields: Fields): Map<Task, Listed[]> {
  const byTask = new Map<Task, Listed[]>();
  for (const [name, value] of Object.entries(fields)) {
    const [kind, of, number] = name.split(' ');
    const task = tasks.find((one) => one === of);
    if ((kind !== 'mark' && kind !== 'lower') || task === undefined || number === undefined) continue;
    const listed = { number, marks: Number(value), confirm_lower: kind === 'lower' };
    byTask.set(task, [...(byTask.get(task) ?? []), listed]);
  }
  return byTask;
}
