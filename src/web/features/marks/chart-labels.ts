/** Null stands for a task without released marks. */
export type ChartMark = { name: string; marks: number | null };

/** A chart of marks in words: `Marks out of 100: Week 1 82, Week 2 75. Not marked yet: Week 3.` */
export function chartLabels(marks: readonly ChartMark[]): string {
  const given = marks.filter((one) => one.marks !== null).map((one) => `${one.name} ${one.marks}`);
  const missing = marks.filter((one) => one.marks === null).map((one) => one.name);
  const rest = missing.length === 0 ? '' : ` Not marked yet: ${missing.join(', ')}.`;
  return `Marks out of 100: ${given.join(', ')}.${rest}`;
}
