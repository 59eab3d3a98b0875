import { tasks, type Task } from '#contract/dates';
import type { MarkSort } from '#contract/marking/staff-view';
import type { ListedMark } from './listed-marks.ts';

type Choosable = Pick<ListedMark, 'key' | 'task' | 'isOwn' | 'isLower'>;

/** A lower mark is only ever selected by hand. */
export const selectable = <Row extends Choosable>(rows: readonly Row[]): Row[] =>
  rows.filter(({ isLower }) => !isLower);

/** What is selected at first: only the viewer's own marks, of the first task that has any. */
export function ownMarks<Row extends Choosable>(rows: readonly Row[]): { task: Task | null; rows: Row[] } {
  const own = selectable(rows).filter(({ isOwn }) => isOwn);
  const task = tasks.find((one) => own.some((row) => row.task === one)) ?? null;
  return { task, rows: own.filter((row) => row.task === task) };
}

const compareNames = new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare;

type Sortable = Pick<ListedMark, 'task' | 's_name' | 'marks' | 'marker' | 'isOwn'>;

const orders: Record<MarkSort, (one: Sortable, other: Sortable) => number> = {
  student: (one, other) => compareNames(one.s_name, other.s_name),
  task: (one, other) => tasks.indexOf(one.task) - tasks.indexOf(other.task),
  marks: (one, other) => compareNames(one.marks, other.marks),
  marker: (one, other) => Number(other.isOwn) - Number(one.isOwn) || compareNames(one.marker, other.marker),
};

/** Null keeps the order of the list; ties are by student, then task. */
export function sortMarks<Row extends Sortable>(rows: readonly Row[], sort: MarkSort | null): Row[] {
  if (sort === null) return [...rows];
  return rows.toSorted(
    (one, other) => orders[sort](one, other) || orders.student(one, other) || orders.task(one, other),
  );
}
