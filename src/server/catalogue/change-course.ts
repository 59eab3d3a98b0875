import type { CourseEntry } from '#contract/catalogue/calls';
import { batchKey as nameKey } from '#contract/limits';
import { openBatchOfCourse, batchesOfCourse } from '../courses/batch-queries.ts';
import { courseRecord, writeCourses } from '../courses/import-courses.ts';
import {
  type CourseState,
  type ExistingCourse,
  lockCourse,
  readCourseState,
  removeUnusedCourse,
} from '../courses/course-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { projectsOfCourseAfter } from '../projects/queries.ts';
import { actOf, checkFields, editOnce, mustChange, remove, versionOf, type Editor } from './change-entry.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Regardless of case and spaces. @throws 404 */
export async function requireCourse(database: Reader, name: string): Promise<ExistingCourse> {
  const found = (await readCourseState(database)).get(nameKey(name));
  if (found === undefined) throw httpErrors.notFound(`There is no course "${name}".`);
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

const taken = (name: string) => `There is already a course "${name}".`;

/** @throws 400 for an invalid name; 409 for a name in use, or a key of another request */
export async function addCourse(
  context: Context,
  { accountId, key }: Editor,
  body: { name: string },
): Promise<CourseEntry> {
  const { name } = checkFields(courseRecord, body);
  return editOnce(
    context,
    { accountId, key, kind: 'course', content: ['add', name] },
    async (writer, at) => {
      const other = (await readCourseState(writer)).get(nameKey(name));
      if (other !== undefined) throw httpErrors.conflict(taken(other.state.name));
      const after = { name, is_retired: false };
      const by = { actorId: accountId, at, act: actOf('course', null, after) };
      await writeCourses(writer, [{ id: null, before: null, after }], by);
    },
    async (writer) => presentCourse(writer, await requireCourse(writer, name)),
    taken(name),
  );
}

/**
 * Changes, archives or restores a course.
 * @throws 400 for an invalid name; 404; 409 with `current` after a change by others, and for an open batch
 */
export async function changeCourse(
  context: Context,
  { accountId, key }: Editor,
  course: string,
  { version, ...body }: { name: string; retired: boolean; version?: string | undefined },
): Promise<CourseEntry> {
  const { name, retired } = checkFields(courseRecord, body);
  const after: CourseState = { name, is_retired: retired ?? false };
  return editOnce(
    context,
    { accountId, key, kind: 'course', content: [course, after] },
    async (writer, at) => {
      await lockCourse(writer, (await requireCourse(writer, course)).id);
      const found = await requireCourse(writer, course);
      const wanted = versionOfCourse(after);
      const message = 'This course was changed in the meantime. Your version is not saved yet.';
      if (!mustChange(await presentCourse(writer, found), { wanted, seen: version, message })) return;
      const other = (await readCourseState(writer)).get(nameKey(name));
      if (other !== undefined && other.id !== found.id) throw httpErrors.conflict(taken(other.state.name));
      const open = after.is_retired ? await openBatchOfCourse(writer, found.id) : undefined;
      if (open !== undefined)
        throw httpErrors.conflict(`${open} belongs to this course and is open for signup. Close it first.`);
      const by = { actorId: accountId, at, act: actOf('course', found.state, after) };
      await writeCourses(writer, [{ id: found.id, before: found.state, after }], by);
    },
    async (writer) => presentCourse(writer, await requireCourse(writer, name)),
    taken(name),
  );
}

/** @throws 404; 409 for a course with batches or projects */
export async function removeCourse(context: Context, editor: Editor, course: string): Promise<void> {
  await remove(context, { ...editor, noun: 'course', name: course }, async (writer) => {
    const { id, state } = await requireCourse(writer, course);
    await removeUnusedCourse(writer, { id, name: state.name });
    return { subject: state.name, before: state };
  });
}
