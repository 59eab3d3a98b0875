import { meanOfMarks } from '../../lib/mean-of-marks.ts';

/** A bar of the chart; null for a task without released marks. */
export type ChartMark = { name: string; marks: number | null };

/** The text alternative of the chart: `Marks out of 100: Week 1 82, Week 2 75. Mean 78.5. Not marked yet: Week 3.` */
export function chartLabel(marks: readonly ChartMark[]): string {
  const marked = marks.filter((mark) => mark.marks !== null).map((mark) => `${mark.name} ${mark.marks}`);
  const unmarked = marks.filter((mark) => mark.marks === null).map((mark) => mark.name);
  const mean = meanOfMarks(marks.map((mark) => mark.marks));
  const meanText = mean === null ? '' : ` Mean ${mean}.`;
  const suffix = unmarked.length === 0 ? '' : ` Not marked yet: ${unmarked.join(', ')}.`;
  return `Marks out of 100: ${marked.join(', ')}.${meanText}${suffix}`;
}
