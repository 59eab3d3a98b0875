import { marksOfPoints, pointsProblem, type VivaLine } from '#contract/viva-hour/hour';
import { isPoints } from '#contract/projects/rubric-rules';

/** By line, as typed. */
type Typed = { points: Readonly<Record<string, string>> };

const numberOf = (text: string): number => Number(text.trim().replace(',', '.'));

type Problem = { field: string; message: string };

/** The first that keeps the marks from being given; null for none. */
export function pointsProblemOf(typed: Typed, lines: readonly VivaLine[]): Problem | null {
  for (const line of lines) {
    const text = typed.points[line.id]?.trim() ?? '';
    if (text === '' && line.optional) continue;
    const points = numberOf(text);
    if (text === '' || !Number.isFinite(points) || !isPoints(points))
      return { field: `points ${line.id}`, message: `Enter points for ${line.text}` };
    const problem = pointsProblem(line, points);
    if (problem !== null) return { field: `points ${line.id}`, message: problem };
  }
  return null;
}

export const typedPoints = ({ points }: Typed, lines: readonly VivaLine[]) =>
  lines.flatMap(({ id }) => {
    const text = points[id]?.trim() ?? '';
    return text === '' ? [] : [{ line: id, points: numberOf(text) }];
  });

/** Null while a line has none, or something else than a number. */
export const typedMarks = (typed: Typed, lines: readonly VivaLine[]): number | null =>
  pointsProblemOf(typed, lines) === null ? marksOfPoints(typedPoints(typed, lines)) : null;
