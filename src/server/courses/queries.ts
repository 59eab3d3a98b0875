import { expressionBuilder } from 'kysely';
import type { Reader } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';

const tables = expressionBuilder<Tables>();

/** The columns of courses that other capabilities may join, under an alias of their own. */
export const coursesAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('courses').select(['id', 'name']).as(alias);

/** Whether there is any course: a catalogue begins with one. */
export async function hasCourses(database: Reader): Promise<boolean> {
  return (await database.selectFrom('courses').select('id').limit(1).executeTakeFirst()) !== undefined;
}
