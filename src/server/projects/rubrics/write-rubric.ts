import type { Task } from '#contract/dates';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { Writer } from '../../platform/database/database.ts';
import { lineOf, type RubricLineRow } from './queries.ts';
import type { TypedLine } from '#contract/projects/rubric-calls';
import { httpErrors } from '../../platform/http/http-errors.ts';

/** `of` is the version that it replaces or keeps, null for a new line. */
export type WantedLine = { of: RubricLineRow | null; text: string; points: number; optional: boolean };

const isKept = ({ of, text, points, optional }: WantedLine) =>
  of !== null && of.text === text && of.points === points && (of.isOptional === 1) === optional;

/** Lines or their order. */
export function isSameRubric(standing: readonly RubricLineRow[], wanted: readonly WantedLine[]): boolean {
  return (
    standing.length === wanted.length &&
    wanted.every((line, index) => isKept(line) && line.of?.id === standing[index]?.id)
  );
}

const logged = (lines: readonly { text: string; points: number }[]) =>
  lines.map(({ text, points }) => ({ text, points }));

/** Audited. A changed line gets a new version; marks keep theirs. */
export async function writeRubric(
  writer: Writer,
  { projectId, task }: { projectId: string; task: Task },
  standing: readonly RubricLineRow[],
  wanted: readonly WantedLine[],
  { actorId, at }: { actorId: number | null; at: number },
): Promise<void> {
  await writer
    .deleteFrom('rubric_places')
    .where('project_id', '=', projectId)
    .where('task', '=', task)
    .execute();
  for (const [position, line] of wanted.entries()) {
    let id = line.of?.id;
    if (id === undefined || !isKept(line)) {
      const made = await writer
        .insertInto('rubric_lines')
        .values({
          project_id: projectId,
          task,
          first_id: line.of === null ? null : lineOf(line.of),
          text: line.text,
          points: line.points,
          is_optional: line.optional ? 1 : 0,
          made_by: actorId,
          made_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      id = made.id;
    }
    await writer
      .insertInto('rubric_places')
      .values({ project_id: projectId, task, position, line_id: id })
      .execute();
  }
  await recordAuditEvent(writer, {
    at,
    actorId,
    act: 'change-rubric',
    subject: `${projectId} ${task}`,
    before: standing.length === 0 ? null : logged(standing),
    after: logged(wanted),
  });
}

/** Only for a project that nobody ever chose: the database refuses others. */
export async function removeRubrics(writer: Writer, projectId: string): Promise<void> {
  await writer.deleteFrom('rubric_places').where('project_id', '=', projectId).execute();
  await writer.deleteFrom('rubric_lines').where('project_id', '=', projectId).execute();
}

/** @param known the standing lines, by the ids that a form may name them by */
export function wantedLines(
  known: ReadonlyMap<string, RubricLineRow>,
  lines: readonly TypedLine[],
): WantedLine[] {
  const taken = new Set<string>();
  return lines.map(({ id, text, points, optional }) => {
    if (id === undefined) return { of: null, text, points, optional };
    const of = known.get(id);
    if (of === undefined) throw httpErrors.badRequest(`The line "${id}" is no longer in this rubric.`);
    if (taken.has(id)) throw httpErrors.badRequest(`The line "${id}" is there twice.`);
    taken.add(id);
    return { of, text, points, optional };
  });
}
