import * as calls from '#contract/catalogue/calls';
import type { ProjectEntry } from '#contract/catalogue/calls';
import { batchKey } from '#contract/limits';
import { act, read } from '../accounts/sessions/act.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import { readCourseState } from '../courses/course-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { projectRecord, stateAfter } from '../projects/import-projects.ts';
import { courseOfProject, lockProject, projectInUse, removeUnusedProject } from '../projects/queries.ts';
import { readProjectState, type ProjectState, writeProject } from '../projects/project-state.ts';
import { removeRubrics } from '../projects/rubrics/write-rubric.ts';
import { banksOf } from '../projects/viva-bank/bank.ts';
import { countChoices } from '../selections/queries.ts';
import { offeredCourseKey } from './change-course.ts';
import { removalComparison, entryEvent, checkFields, fieldsOf, isOlder, versionOf } from './change-entry.ts';
import { editor, provenEditor } from './policy.ts';

/** Regardless of case. @throws 404 */
export async function requireProject(database: Reader, id: string): Promise<ProjectState> {
  const own = (await courseOfProject(database, id))?.id;
  const state = own === undefined ? undefined : (await readProjectState(database, [own])).get(own);
  if (state === undefined) throw httpErrors.notFound(`There is no project "${id}".`);
  return state;
}

/** Briefs have their own screen and conflict. */
function versionOfProject(state: ProjectState): string {
  const { briefs: _, ...fields } = state;
  return versionOf(Object.entries(fields).toSorted());
}

export async function presentEntry(database: Reader, state: ProjectState): Promise<ProjectEntry> {
  const { is_retired, briefs: _, ...fields } = state;
  const course = (await readCourseState(database)).get(state.course);
  return {
    ...fields,
    course: course?.state.name ?? state.course,
    retired: is_retired,
    used: (await countChoices(database, [state.id])).size > 0,
    version: versionOfProject(state),
  };
}

function checkProject({ settings }: Pick<AppContext, 'settings'>, fields: unknown) {
  const frames = { hosts: settings.frameHosts, publicUrl: settings.publicUrl };
  return checkFields(projectRecord(frames).omit({ briefs: true }), fields);
}

const taken = (id: string) => `There is already a project ${id}.`;

const changedMeanwhile = 'This project was changed in the meantime. Your version is not saved yet.';

const entryOf = async (reader: Reader, id: string) => presentEntry(reader, await requireProject(reader, id));

/** The project in the path. */
const editedProject: ViewerRule<{ id: string }> = async (check) => {
  editor(check);
  return requireProject(check.context.database.reader, check.params.p_id ?? '');
};

async function lockEntry(writer: Writer, named: string) {
  const { id } = await requireProject(writer, named);
  await lockProject(writer, id);
  const before = await requireProject(writer, id);
  const entry = await presentEntry(writer, before);
  return { ...entry, entry, before };
}

export const projectCalls = [
  read(calls.readProjectEntry, {
    who: editor,
    async run({ context: { database }, params: { p_id } }) {
      return presentEntry(database.reader, await requireProject(database.reader, p_id));
    },
  }),

  act(calls.addProject, {
    who: editor,
    prepare: ({ context, body }) => checkProject(context, body),
    key: { kind: 'project', content: ({ body }) => ['add', body] },
    async run(writer, { viewer: { accountId }, prepared: fields, now }) {
      const other = await courseOfProject(writer, fields.id);
      // People type ids: two that differ only in case would be confused.
      if (other !== undefined) throw httpErrors.conflict(taken(other.id));
      const course = await offeredCourseKey(writer, fields.course, undefined);
      const after = stateAfter(undefined, fields, course);
      const by = { actorId: accountId, at: now, act: entryEvent('project', null, after) };
      await writeProject(writer, { before: null, after }, by);
      return { id: accountId };
    },
    taken: ({ prepared: { id } }) => taken(id),
    answer: (reader, { body: { id } }) => entryOf(reader, id),
  }),

  // Its briefs and rubrics have calls of their own.
  act(calls.changeProject, {
    who: editedProject,
    prepare({ context, resource: { id }, body }) {
      checkProject(context, { ...fieldsOf(body), id });
    },
    key: { kind: 'project', content: ({ resource: { id }, body }) => [id, fieldsOf(body)] },
    changes: {
      stored: (writer, { resource: { id } }) => lockEntry(writer, id),
      message: changedMeanwhile,
      refuses(body, { entry, before }, { context }) {
        const fields = checkProject(context, { ...fieldsOf(body), id: before.id });
        return isOlder(body, entry, versionOfProject(stateAfter(before, fields, batchKey(fields.course))));
      },
      current: (_, __, { entry }) => entry,
    },
    async run(writer, { context, viewer: { accountId }, body, stored: { entry, before }, now }) {
      const fields = checkProject(context, { ...fieldsOf(body), id: before.id });
      const course = await offeredCourseKey(writer, fields.course, before.course);
      const after = stateAfter(before, fields, course);
      if (versionOfProject(after) === entry.version) return { id: accountId };
      if (after.course !== before.course && entry.used)
        throw httpErrors.badRequest(
          `Students have already chosen ${before.id}, so its course must stay "${entry.course}".`,
        );
      const by = { actorId: accountId, at: now, act: entryEvent('project', before, after) };
      await writeProject(writer, { before, after }, by);
      return { id: accountId };
    },
    answer: (reader, { resource: { id } }) => entryOf(reader, id),
  }),

  act(calls.removeProject, {
    who: provenEditor,
    key: { kind: 'project-removal', content: ({ params }) => [params.p_id] },
    changes: {
      stored: (writer, { params: { p_id } }) => lockEntry(writer, p_id),
      ...removalComparison('project'),
    },
    audit: 'remove-project',
    async run(writer, { viewer: { accountId }, stored: { before } }) {
      if ((await countChoices(writer, [before.id])).size > 0) throw projectInUse(before.id);
      const viva = (await banksOf(writer, [before.id])).get(before.id);
      await removeRubrics(writer, before.id);
      await removeUnusedProject(writer, before.id);
      return { id: accountId, audit: { subject: before.id, before: { ...before, ...(viva && { viva }) } } };
    },
  }),
];
