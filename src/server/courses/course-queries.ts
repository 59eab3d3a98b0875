import { expressionBuilder } from 'kysely';
import { batchKey, batchKey as nameKey } from '#contract/limits';
import type { Database, Reader, Writer } from '../platform/database/database.ts';
import { isForeignKeyViolation } from '../platform/database/database-errors.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Tables } from '../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. */
export const coursesAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('courses').select(['id', 'name']).as(alias);

export const offeredCoursesAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('courses').where('retired_at', 'is', null).select(['id', 'name']).as(alias);

export async function hasCourses(database: Reader): Promise<boolean> {
  return (await database.selectFrom('courses').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function coursesAfter(
  database: Reader,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; name: string; retired_at: number | null }[]> {
  return database
    .selectFrom('courses')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'name', 'retired_at'])
    .execute();
}

/** Locks the row until the transaction ends. */
export async function lockCourse(writer: Writer, id: number): Promise<void> {
  await writer
    .updateTable('courses')
    .set((course) => ({ name: course.ref('name') }))
    .where('id', '=', id)
    .execute();
}

/** @throws 409 with batches or projects */
export async function removeUnusedCourse(
  writer: Writer,
  course: { id: number; name: string },
): Promise<void> {
  await writer
    .deleteFrom('courses')
    .where('id', '=', course.id)
    .execute()
    .catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw httpErrors.conflict(
        `${course.name} has batches or projects. It can be archived, but not removed.`,
      );
    });
}

/** Recomputes keys. Of two equal ones the second keeps its old key, and the system check reports both. */
export async function foldBatchKeys({ reader, transaction }: Database): Promise<void> {
  const batches = await reader
    .selectFrom('batches')
    .orderBy('id')
    .select(['id', 'name', 'name_key'])
    .execute();
  const taken = new Set(batches.map(({ name_key }) => name_key));
  for (const { id, name, name_key } of batches) {
    const key = batchKey(name);
    if (taken.has(key)) continue;
    await transaction((writer) =>
      writer
        .updateTable('batches')
        .set({ name_key: key })
        .where('id', '=', id)
        .where('name', '=', name)
        .execute(),
    );
    taken.delete(name_key);
    taken.add(key);
  }
}

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
