import type { z } from 'zod';
import type * as calls from '#contract/catalogue/calls';
import type { ProjectEntry } from '#contract/catalogue/calls';
import { readCourseState } from '../courses/course-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { projectRecord, stateAfter } from '../projects/import-projects.ts';
import { courseOfProject, lockProject, projectInUse, removeUnusedProject } from '../projects/queries.ts';
import { readProjectState, type ProjectState, writeProject } from '../projects/project-state.ts';
import { removeRubrics } from '../projects/rubrics/write-rubric.ts';
import { countChoices } from '../selections/queries.ts';
import { offeredCourseKey } from './change-course.ts';
import { actOf, checkFields, editOnce, mustChange, remove, versionOf, type Editor } from './change-entry.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

type Fields = Omit<z.output<typeof calls.addProject.body>, 'id'>;

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

function checkProject({ settings }: Context, fields: unknown) {
  const frames = { hosts: settings.frameHosts, publicUrl: settings.publicUrl };
  return checkFields(projectRecord(frames).omit({ briefs: true }), fields);
}

const taken = (id: string) => `There is already a project ${id}.`;

/** @throws 400 for invalid fields; 409 for an id in use, or a key of another request */
export async function addProject(
  context: Context,
  editor: Editor,
  body: Fields & { id: string },
): Promise<ProjectEntry> {
  const fields = checkProject(context, body);
  return editOnce(
    context,
    { ...editor, kind: 'project', content: ['add', body] },
    async (writer, at) => {
      const other = await courseOfProject(writer, fields.id);
      // People type ids: two that differ only in case would be confused.
      if (other !== undefined) throw httpErrors.conflict(taken(other.id));
      const course = await offeredCourseKey(writer, fields.course, undefined);
      const after = stateAfter(undefined, fields, course);
      const by = { actorId: editor.accountId, at, act: actOf('project', null, after) };
      await writeProject(writer, { before: null, after }, by);
    },
    async (writer) => presentEntry(writer, await requireProject(writer, fields.id)),
    taken(fields.id),
  );
}

/**
 * Changes, archives or restores a project, without briefs and rubrics.
 * @throws 400 for invalid fields; 404; 409 with `current` after a change by others
 */
export async function changeProject(
  context: Context,
  editor: Editor,
  id: string,
  { version, ...body }: Fields & { retired: boolean; version?: string | undefined },
): Promise<ProjectEntry> {
  const own = await requireProject(context.database.reader, id);
  const fields = checkProject(context, { ...body, id: own.id });
  return editOnce(
    context,
    { ...editor, kind: 'project', content: [own.id, body] },
    async (writer, at) => {
      await lockProject(writer, own.id);
      const before = await requireProject(writer, own.id);
      const course = await offeredCourseKey(writer, fields.course, before.course);
      const after = stateAfter(before, fields, course);
      const current = await presentEntry(writer, before);
      const message = 'This project was changed in the meantime. Your version is not saved yet.';
      if (!mustChange(current, { wanted: versionOfProject(after), seen: version, message })) return;
      if (after.course !== before.course && current.used)
        throw httpErrors.badRequest(
          `Students have already chosen ${before.id}, so its course must stay "${current.course}".`,
        );
      const by = { actorId: editor.accountId, at, act: actOf('project', before, after) };
      await writeProject(writer, { before, after }, by);
    },
    async (writer) => presentEntry(writer, await requireProject(writer, own.id)),
  );
}

/** @throws 404; 409 for a project that was chosen */
export async function removeProject(context: Context, editor: Editor, id: string): Promise<void> {
  await remove(context, { ...editor, noun: 'project', name: id }, async (writer) => {
    const before = await requireProject(writer, id);
    await lockProject(writer, before.id);
    if ((await countChoices(writer, [before.id])).size > 0) throw projectInUse(before.id);
    await removeRubrics(writer, before.id);
    await removeUnusedProject(writer, before.id);
    return { subject: before.id, before };
  });
}
