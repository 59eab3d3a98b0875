/**
 * Each student goes to the mentor who has the fewest by then; between equals the first in `mentors`. The same input
 * always gives the same division.
 * @param has students whom these mentors keep beside
 * @returns the mentor of each student
 */
export function divideEvenly(
  students: readonly number[],
  mentors: readonly number[],
  has: ReadonlyMap<number, number> = new Map(),
): Map<number, number> {
  const counts = mentors.map((mentor) => has.get(mentor) ?? 0);
  const divided = new Map<number, number>();
  for (const student of students) {
    const at = counts.indexOf(Math.min(...counts));
    const mentor = mentors[at];
    if (mentor === undefined) break;
    counts[at] = (counts[at] ?? 0) + 1;
    divided.set(student, mentor);
  }
  return divided;
}
