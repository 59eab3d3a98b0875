import { batchKey as nameKey } from '#contract/limits';
import type { Reader } from '../platform/database/database.ts';

export type CourseState = { name: string; is_retired: boolean };

export type ExistingCourse = { id: number; state: CourseState };

/** In order of creation. */
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
