import { batchKey as nameKey } from '#contract/limits';
import type { Reader } from '../platform/database/database.ts';

/** A course as an import compares it. */
export type CourseState = { name: string; is_retired: boolean };

export type ExistingCourse = { id: number; state: CourseState };

/** Every course by its name's key, in the order in which they came. */
export async function readCourseState(database: Reader): Promise<Map<string, ExistingCourse>> {
  const rows = await database
    .selectFrom('courses')
    .orderBy('id')
    .select(['id', 'name', 'retired_at'])
    .execute();
  return new Map(
    rows.map(({ id, name, retired_at }) => [
      nameKey(name),
      { id, state: { name, is_retired: retired_at !== null } },
    ]),
  );
}
