import * as calls from '#contract/catalogue/calls';
import type { CourseEntry } from '#contract/catalogue/calls';
import { batchKey as nameKey } from '#contract/limits';
import { act } from '../accounts/sessions/act.ts';
import { openBatchOfCourse, batchesOfCourse } from '../courses/batch-queries.ts';
import { courseRecord, writeCourses } from '../courses/import-courses.ts';
import {
  type CourseState,
  type ExistingCourse,
  lockCourse,
  readCourseState,
  removeUnusedCourse,
} from '../courses/course-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { projectsOfCourseAfter } from '../projects/queries.ts';
import {
  removalComparison,
  entryEvent,
  checkFields,
  entryMade,
  fieldsOf,
  isOlder,
  madeEntry,
  versionOf,
} from './change-entry.ts';
import { editor, provenEditor } from './policy.ts';

const unknownCourse = (name: string) => httpErrors.notFound(`There is no course "${name}".`);

/** Regardless of case and spaces. @throws 404 */
export async function requireCourse(database: Reader, name: string): Promise<ExistingCourse> {
  const found = (await readCourseState(database)).get(nameKey(name));
  if (found === undefined) throw unknownCourse(name);
  return found;
}

/**
 * @param own the present course's key, which may be archived
 * @throws 400 for an unknown or archived course
 */
export async function offeredCourseKey(
  database: Reader,
  name: string,
  own: string | undefined,
): Promise<string> {
  const key = nameKey(name);
  const course = (await readCourseState(database)).get(key);
  if (course === undefined) throw httpErrors.badRequest(`There is no course "${name}".`);
  if (course.state.is_retired && key !== own)
    throw httpErrors.badRequest(`The course ${course.state.name} is archived. Restore it first.`);
  return key;
}

const versionOfCourse = ({ name, is_retired }: CourseState) => versionOf([name, is_retired]);

export async function presentCourse(database: Reader, { id, state }: ExistingCourse): Promise<CourseEntry> {
  const [batches, projects] = await Promise.all([
    batchesOfCourse(database, { courseId: id, before: null, limit: 1 }),
    projectsOfCourseAfter(database, { courseId: id, after: '', limit: 1 }),
  ]);
  return {
    name: state.name,
    retired: state.is_retired,
    used: batches.length + projects.length > 0,
    version: versionOfCourse(state),
  };
}

async function idOfCourse(reader: Reader, name: string): Promise<number> {
  return (await requireCourse(reader, name)).id;
}

/** By its id: it may have another name since. @throws 404 */
async function answer(reader: Reader, { body: { name } }: { body: { name: string } }, madeId: number) {
  const id = entryMade(madeId);
  if (id === null) return presentCourse(reader, await requireCourse(reader, name));
  const found = [...(await readCourseState(reader)).values()].find((course) => course.id === id);
  if (found === undefined) throw unknownCourse(name);
  return presentCourse(reader, found);
}

/** @throws 400 for an invalid name */
function stateOf(body: { name: string; retired: boolean }): CourseState {
  const { name, retired: archived } = checkFields(courseRecord, fieldsOf(body));
  return { name, is_retired: archived ?? false };
}

const taken = (name: string) => `There is already a course "${name}".`;

const changedMeanwhile = 'This course was changed in the meantime. Your version is not saved yet.';

async function lockEntry(writer: Writer, { params: { course } }: { params: { course: string } }) {
  await lockCourse(writer, (await requireCourse(writer, course)).id);
  const found = await requireCourse(writer, course);
  const entry = await presentCourse(writer, found);
  return { ...entry, entry, found };
}

export const courseCalls = [
  act(calls.addCourse, {
    who: editor,
    prepare: ({ body }) => checkFields(courseRecord, body),
    key: { kind: 'course', content: ({ body }) => ['add', checkFields(courseRecord, body).name] },
    async run(writer, { viewer: { accountId }, prepared: { name }, now }) {
      const other = (await readCourseState(writer)).get(nameKey(name));
      if (other !== undefined) throw httpErrors.conflict(taken(other.state.name));
      const after = { name, is_retired: false };
      const by = { actorId: accountId, at: now, act: entryEvent('course', null, after) };
      await writeCourses(writer, [{ id: null, before: null, after }], by);
      return { id: madeEntry(await idOfCourse(writer, name)) };
    },
    taken: ({ prepared: { name } }) => taken(name),
    answer,
  }),

  act(calls.changeCourse, {
    who: editor,
    prepare: ({ body }) => stateOf(body),
    key: { kind: 'course', content: ({ params, body }) => [params.course, stateOf(body)] },
    changes: {
      stored: lockEntry,
      message: changedMeanwhile,
      refuses: (body, { entry }) => isOlder(body, entry, versionOfCourse(stateOf(body))),
      current: (_, __, { entry }) => entry,
    },
    async run(writer, { viewer: { accountId }, body, stored: { entry, found }, now }) {
      const id = madeEntry(found.id);
      const after = stateOf(body);
      if (versionOfCourse(after) === entry.version) return { id };
      const other = (await readCourseState(writer)).get(nameKey(after.name));
      if (other !== undefined && other.id !== found.id) throw httpErrors.conflict(taken(other.state.name));
      const open = after.is_retired ? await openBatchOfCourse(writer, found.id) : undefined;
      if (open !== undefined)
        throw httpErrors.conflict(`${open} belongs to this course and is open for signup. Close it first.`);
      const by = { actorId: accountId, at: now, act: entryEvent('course', found.state, after) };
      await writeCourses(writer, [{ id: found.id, before: found.state, after }], by);
      return { id };
    },
    taken: ({ prepared: { name } }) => taken(name),
    answer,
  }),

  act(calls.removeCourse, {
    who: provenEditor,
    key: { kind: 'course-removal', content: ({ params }) => [params.course] },
    changes: { stored: lockEntry, ...removalComparison('course') },
    audit: 'remove-course',
    async run(writer, { viewer: { accountId }, stored: { found } }) {
      const { id, state } = found;
      await removeUnusedCourse(writer, { id, name: state.name });
      return { id: accountId, audit: { subject: state.name, before: state } };
    },
  }),
];
