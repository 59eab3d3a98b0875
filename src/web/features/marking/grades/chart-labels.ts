import { meanOfMarks } from '../../../lib/mean-of-marks.ts';

/** A bar; null without a released mark or while its number is hidden. */
export type ChartMark = { name: string; marks: number | null; isWithheld?: boolean | undefined };

/**
 * The chart's text alternative: `Marks out of 100: Week 1 82, Week 2 75. Average 78.5. Not marked yet: Week
 * 3.`
 */
export function chartLabel(marks: readonly ChartMark[]): string {
  const marked = marks.filter((mark) => mark.marks !== null).map((mark) => `${mark.name} ${mark.marks}`);
  const namesOf = (isWithheld: boolean) =>
    marks
      .filter((mark) => mark.marks === null && (mark.isWithheld ?? false) === isWithheld)
      .map((mark) => mark.name);
  const part = (label: string, names: readonly string[]) =>
    names.length === 0 ? '' : ` ${label}: ${names.join(', ')}.`;
  const mean = meanOfMarks(marks.map((mark) => mark.marks));
  const meanText = mean === null ? '' : ` Average ${mean}.`;
  const withheld = part('Not shown yet', namesOf(true));
  return `Marks out of 100: ${marked.join(', ')}.${meanText}${withheld}${part('Not marked yet', namesOf(false))}`;
}
