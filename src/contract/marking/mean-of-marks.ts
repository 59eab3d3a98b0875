/** The one mean of screens and exports: to one decimal; null for fewer than two marks. */
export function meanOfMarks(marks: readonly (number | null)[]): number | null {
  const given = marks.filter((mark) => mark !== null);
  if (given.length < 2) return null;
  return Math.round((10 * given.reduce((sum, mark) => sum + mark, 0)) / given.length) / 10;
}
