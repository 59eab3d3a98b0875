import type { RubricLine } from '#contract/projects/rubric-calls';
import { lineOf, type RubricLineRow } from './queries.ts';

export function presentRubricLine(row: RubricLineRow): RubricLine {
  const { id, text, points, isOptional } = row;
  return { id: String(id), line: String(lineOf(row)), text, points, optional: isOptional === 1 };
}
