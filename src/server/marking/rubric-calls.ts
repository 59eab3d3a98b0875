import { limits } from '#contract/limits';
import type { Task } from '#contract/dates';
import * as calls from '#contract/projects/rubric-calls';
import type { Rubric } from '#contract/projects/rubric-calls';
import { act, read } from '../accounts/sessions/act.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { ownProject, type OwnProject } from '../projects/policy.ts';
import { lockProject } from '../projects/queries.ts';
import {
  lineOf,
  linesById,
  presentRubricLine,
  standingLines,
  type RubricLineRow,
} from '../projects/rubrics/queries.ts';
import { isSameRubric, wantedLines, writeRubric } from '../projects/rubrics/write-rubric.ts';
import { countOutdatedMarks, outdatedScope, remarkFirst } from './remark-by-rubric.ts';

type Of = { resource: OwnProject; params: { task: Task } };

async function readRubric(reader: Reader, { resource, params: { task } }: Of): Promise<Rubric> {
  const { project } = resource;
  const lines = await standingLines(reader, { projectId: project.id, task });
  const outdated = await countOutdatedMarks(reader, outdatedScope(resource, task));
  return { project, task, lines: lines.map(presentRubricLine), outdated };
}

/** The ids of the lines that a form began from. */
function beganIds(began: { lines?: unknown } | undefined): number[] {
  const lines = Array.isArray(began?.lines) ? (began.lines as unknown[]) : [];
  const ids = lines.map((line) => parseId(String((line as { id?: unknown } | null)?.id)));
  return ids.filter((id) => id !== null).slice(0, 2 * limits.rubricLines);
}

/** A line that has a new version since has the id that the form knows it by. */
async function linesByKnownId(
  writer: Writer,
  standing: readonly RubricLineRow[],
  began: { lines?: unknown } | undefined,
): Promise<Map<string, RubricLineRow>> {
  const versions = await linesById(writer, beganIds(began));
  const known = new Map(versions.map((row) => [lineOf(row), row.id]));
  return new Map(standing.map((row) => [String(known.get(lineOf(row)) ?? row.id), row]));
}

export const rubricCalls = [
  read(calls.readRubric, {
    who: ownProject,
    run: ({ context, resource, params }) => readRubric(context.database.reader, { resource, params }),
  }),

  // Marks do not change. An equal rubric is no change.
  act(calls.changeRubric, {
    who: ownProject,
    key: {
      kind: 'rubric',
      content: ({ resource: { project }, params: { task }, body }) => [project.id, task, body.lines],
    },
    changes: {
      async stored(writer, { resource: { project }, params: { task }, body: { began } }) {
        // Serializes changes of one rubric.
        await lockProject(writer, project.id);
        const standing = await standingLines(writer, { projectId: project.id, task });
        const known = await linesByKnownId(writer, standing, began);
        const lines = [...known].map(([id, { text, points, isOptional }]) => ({
          id,
          text,
          points,
          optional: isOptional === 1,
        }));
        return { lines, known, standing };
      },
      message: 'This rubric was changed in the meantime. Your lines are not saved yet.',
      refuses: ({ original }, { standing }) => original.join() !== standing.map(({ id }) => id).join(),
      current: (_, { resource: { project }, params: { task } }, { standing }) => ({
        project,
        task,
        lines: standing.map(presentRubricLine),
        outdated: 0,
      }),
    },
    async run(writer, { resource: { project, viewer }, params: { task }, body, stored, now }) {
      const { known, standing } = stored;
      const wanted = wantedLines(known, body.lines);
      if (wanted.length > limits.rubricLines)
        throw httpErrors.conflict(
          `With the lines that were added in the meantime, this rubric has ${wanted.length} lines. It can have at most ${limits.rubricLines}.`,
        );
      if (!isSameRubric(standing, wanted)) {
        const by = { actorId: viewer.accountId, at: now };
        await writeRubric(writer, { projectId: project.id, task }, standing, wanted, by);
      }
      return { id: viewer.accountId };
    },
    answer: (reader, { resource, params }) => readRubric(reader, { resource, params }),
  }),

  // Unreleased ones of own students, at most 200. A repetition has remarked none.
  act(calls.remarkByRubric, {
    who: ownProject,
    key: { kind: 'remark', content: ({ resource: { project }, params: { task } }) => [project.id, task] },
    // Nobody recalculates by lines that they have not seen.
    changes: {
      async stored(writer, { resource: { project }, params: { task } }) {
        await lockProject(writer, project.id);
        const standing = await standingLines(writer, { projectId: project.id, task });
        return { rubric: standing.map(({ id }) => String(id)) };
      },
      seen: ['rubric'],
      message:
        'The rubric was changed since you opened this page. No mark was recalculated. Reload the page.',
      current: (writer, { resource, params }) => readRubric(writer, { resource, params }),
    },
    async run(writer, { resource, params: { task }, now }) {
      const { accountId } = resource.viewer;
      const by = { actorId: accountId, at: now };
      return { id: accountId, shown: await remarkFirst(writer, outdatedScope(resource, task), by) };
    },
    answer: async (reader, { resource, params: { task }, shown: remarked = 0 }) => ({
      remarked,
      left: await countOutdatedMarks(reader, outdatedScope(resource, task)),
    }),
  }),
];
