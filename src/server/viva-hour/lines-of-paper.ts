import {
  pointsProblem,
  stepLines,
  wholeLines,
  type VivaLine,
  type VivaPaper,
} from '#contract/viva-hour/hour';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { lineOf, linesById, presentRubricLine, standingLines } from '../projects/rubrics/queries.ts';

/** `projectId`: null for none. */
type OfTask = { projectId: string | null; task: 'viva' | 'final' };

const rubricOf = async (reader: Reader | Writer, { projectId, task }: OfTask) =>
  projectId === null ? [] : standingLines(reader, { projectId, task });

/** Of the rubric, or what stands in its place. */
export async function linesOfTask(reader: Reader | Writer, of: OfTask): Promise<readonly VivaLine[]> {
  const lines = await rubricOf(reader, of);
  if (lines.length === 0) return of.task === 'viva' ? stepLines : wholeLines;
  return lines.map(presentRubricLine).map(({ id, text, points, optional }) => ({
    id,
    text,
    most: points,
    optional: optional || points < 0,
  }));
}

function invalid(message: string): never {
  throw httpErrors.invalidFields(message, [{ name: 'points', message }]);
}

/**
 * The lines that the points name. Those of an earlier version of the rubric count as well: a device may have been
 * offline for the day.
 * @throws 400 naming what is wrong
 */
export async function linesOfPaper(
  reader: Reader | Writer,
  of: OfTask,
  { points }: Pick<VivaPaper, 'points'>,
): Promise<readonly VivaLine[]> {
  const current = await linesOfTask(reader, of);
  const isKnown = points.every(({ line }) => current.some(({ id }) => id === line));
  const lines = isKnown ? current : await withEarlier(reader, of, current, points);
  const missing = current.find(
    ({ id, optional }) => !optional && !lines.some((line) => line.id === id && isIn(points, id)),
  );
  if (isKnown && missing !== undefined) invalid(`Give points for ${missing.text}`);
  if (new Set(points.map(({ line }) => line)).size < points.length) invalid('A line has points twice');
  for (const { line, points: given } of points) {
    const found = lines.find(({ id }) => id === line);
    const problem = found === undefined ? null : pointsProblem(found, given);
    if (problem !== null) invalid(problem);
  }
  return lines;
}

const isIn = (points: VivaPaper['points'], id: string): boolean => points.some(({ line }) => line === id);

async function withEarlier(
  reader: Reader | Writer,
  of: OfTask,
  current: readonly VivaLine[],
  points: VivaPaper['points'],
): Promise<readonly VivaLine[]> {
  const ids = points.flatMap(({ line }) => parseId(line) ?? []);
  const stored = (await linesById(reader, ids)).filter(
    (line) => line.projectId === of.projectId && line.task === of.task,
  );
  const standing = await rubricOf(reader, of);
  const optional = new Set(standing.filter(({ isOptional }) => isOptional === 1).map((line) => lineOf(line)));
  const earlier = stored.map((line) => ({
    id: String(line.id),
    text: line.text,
    most: line.points,
    optional: optional.has(lineOf(line)) || line.points < 0,
  }));
  const unknown = points.find(({ line }) => ![...current, ...earlier].some(({ id }) => id === line));
  if (unknown !== undefined) invalid('The rubric has no such line. Reload the page.');
  if (new Set(stored.map(lineOf)).size < stored.length) invalid('A line has points twice');
  const firsts = new Set(stored.map(lineOf));
  const left = standing.find(
    (line) => line.isOptional === 0 && line.points >= 0 && !firsts.has(lineOf(line)),
  );
  if (left !== undefined) invalid(`The rubric has changed. Give points for ${left.text}`);
  return [...current, ...earlier];
}
