import { z } from 'zod';
import { tasks, type Task } from '#contract/dates';
import { limits } from '#contract/limits';
import { isPoints } from '#contract/projects/rubric-rules';
import type { Reader } from '../../platform/database/database.ts';
import type { ImportError, Located } from '../../platform/import-files/source-location.ts';
import type { Plan } from '../../platform/import-files/plan.ts';
import { flagField, textField } from '../../platform/import-files/fields.ts';
import { lockProject } from '../queries.ts';
import { standingLinesOf, type RubricLineRow } from './queries.ts';
import { isSameRubric, writeRubric, type WantedLine } from './write-rubric.ts';

const pointsMessage = `must be a number from -${limits.marksMax} to ${limits.marksMax}, with at most two decimals`;
const lineMessage = 'must be a line with text and points';
const linesMessage = 'must be a list of lines, each with text and points';

const line = z.strictObject(
  {
    text: textField(limits.rubricLine).regex(/^[^\r\n]*$/, 'must be on one line'),
    points: z.number(pointsMessage).refine(isPoints, pointsMessage),
    optional: flagField().default(false),
  },
  lineMessage,
);
const lines = z
  .array(line, linesMessage)
  .max(limits.rubricLines, `must have at most ${limits.rubricLines} lines`)
  .optional();

/** `rubrics` in `projects.yaml`; absent tasks are unchanged. */
export const rubricsRecord = z
  .strictObject(
    Object.fromEntries(tasks.map((task) => [task, lines])) as Record<Task, typeof lines>,
    `must give a list of lines for each task: ${tasks.join(', ')}`,
  )
  .optional();

type ProjectRecord = { id: string; rubrics?: z.output<typeof rubricsRecord> };
type Write = { of: { projectId: string; task: Task }; standing: RubricLineRow[]; wanted: WantedLine[] };

/** Matches lines by text; a new text is the line at the same place, if the number of lines is the same. */
function matchLines(standing: readonly RubricLineRow[], typed: z.output<typeof line>[]): WantedLine[] {
  const texts = new Set(typed.map(({ text }) => text));
  return typed.map((one, index) => {
    const same = standing.find(({ text }) => text === one.text);
    const there = standing.length === typed.length ? standing[index] : undefined;
    const of = same ?? (there !== undefined && !texts.has(there.text) ? there : null);
    return { of, ...one };
  });
}

/** Marks do not change. */
export async function planRubrics(
  database: Reader,
  records: readonly Located<ProjectRecord>[],
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const withRubrics = records.filter(({ value }) => value.rubrics !== undefined);
  const ids = withRubrics.map(({ value }) => value.id);
  const standing = await standingLinesOf(database, ids);
  const writes: Write[] = [];
  let unchanged = 0;
  for (const { value, at } of records) {
    for (const task of tasks) {
      const typed = value.rubrics?.[task];
      if (typed === undefined) continue;
      const seen = new Set<string>();
      for (const [index, { text }] of typed.entries()) {
        const place = at('rubrics', task, index, 'text');
        if (seen.has(text)) faults.push({ ...place, message: `the line "${text}" appears twice` });
        seen.add(text);
      }
      const former = standing.get(value.id)?.get(task) ?? [];
      const wanted = matchLines(former, typed);
      if (isSameRubric(former, wanted)) unchanged += 1;
      else writes.push({ of: { projectId: value.id, task }, standing: former, wanted });
    }
  }
  return {
    noun: 'rubrics',
    changes: writes.map(({ of, standing: former }) => ({
      kind: former.length === 0 ? 'added' : 'changed',
      what: `rubric of ${of.projectId} for ${of.task}`,
    })),
    unchanged,
    async write(writer, actorId) {
      for (const { of, standing: former, wanted } of writes) {
        await lockProject(writer, of.projectId);
        await writeRubric(writer, of, former, wanted, { actorId, at: now });
      }
    },
  };
}
