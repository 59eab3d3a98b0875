import type { Declaration } from '#contract/submissions/declaration';
import { dueTasks, type DueDays } from '#contract/submissions/due-days';
import { batchKey } from '#contract/limits';
import { coursesAs } from './course-queries.ts';
import { declarationsAs, readDeclaration } from './declarations.ts';
import type { Reader } from '../platform/database/database.ts';

/** For comparison: the course's key, and sorted mentors. */
export type BatchState = {
  name: string;
  course: string;
  starts_at: number;
  viva_deadline: number | null;
  is_open: boolean;
  is_default: boolean;
  comment_first: boolean;
  /** Null where nothing is due. */
  due: DueDays | null;
  /** Granted at once; null for none. */
  extension_days: number | null;
  /** Null for no limit. */
  review_days: number | null;
  choose_from: number | null;
  choose_until: number | null;
  /** Asked with each submission; null for none. */
  declaration: Declaration | null;
  is_retired: boolean;
  joining: 'anyone' | 'invited';
  mentors: string[];
};

export type ExistingBatch = {
  id: number;
  state: BatchState;
  linkedMentors: string[];
};

/** Sorted by task, so that equal ones compare as equal. */
export function dueInOrder(due: DueDays): DueDays | null {
  const set = dueTasks.flatMap((task) => (due[task] === undefined ? [] : [[task, due[task]] as const]));
  return set.length === 0 ? null : Object.fromEntries(set);
}

/** @param keys all by default */
export async function readBatchState(
  database: Reader,
  keys?: readonly string[],
): Promise<Map<string, ExistingBatch>> {
  const batches = await database
    .selectFrom('batches')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    .leftJoin(declarationsAs('asked'), 'asked.id', 'batches.declaration_id')
    .select([
      'batches.id',
      'batches.name',
      'batches.name_key',
      'batches.starts_at',
      'batches.viva_deadline',
      'batches.is_open',
      'batches.is_default',
      'batches.comment_first',
      'batches.due_days',
      'batches.extension_days',
      'batches.review_days',
      'batches.choose_from',
      'batches.choose_until',
      'batches.retired_at',
      'batches.joining',
      'course.name as course',
      'asked.statement',
      'asked.ai_use as aiUse',
    ])
    .$if(keys !== undefined, (query) => query.where('batches.name_key', 'in', keys ?? []))
    .orderBy('batches.id')
    .execute();
  if (batches.length === 0) return new Map();
  const batchIds = batches.map(({ id }) => id);
  const mentors = await database
    .selectFrom('batch_mentors')
    .$if(keys !== undefined, (query) => query.where('batch_id', 'in', batchIds))
    .select(['batch_id', 'name', 'account_id'])
    .orderBy('name')
    .execute();
  const mentorsOf = Map.groupBy(mentors, ({ batch_id }) => batch_id);
  return new Map(
    batches.map((batch) => {
      const own = mentorsOf.get(batch.id) ?? [];
      const existing: ExistingBatch = {
        id: batch.id,
        linkedMentors: own.filter(({ account_id }) => account_id !== null).map(({ name }) => name),
        state: {
          name: batch.name,
          course: batchKey(batch.course),
          starts_at: batch.starts_at,
          viva_deadline: batch.viva_deadline,
          is_open: batch.is_open === 1,
          is_default: batch.is_default === 1,
          comment_first: batch.comment_first === 1,
          due: batch.due_days === null ? null : dueInOrder(JSON.parse(batch.due_days) as DueDays),
          extension_days: batch.extension_days,
          review_days: batch.review_days,
          choose_from: batch.choose_from,
          choose_until: batch.choose_until,
          declaration: readDeclaration(batch.statement, batch.aiUse),
          is_retired: batch.retired_at !== null,
          joining: batch.joining ?? 'anyone',
          // The engines' orders differ.
          mentors: own.map(({ name }) => name).sort(),
        },
      };
      return [batch.name_key, existing];
    }),
  );
}

export async function findBatchById(database: Reader, id: number): Promise<ExistingBatch | undefined> {
  const row = await database.selectFrom('batches').where('id', '=', id).select('name_key').executeTakeFirst();
  return row && findBatch(database, row.name_key);
}

export async function findBatch(database: Reader, key: string): Promise<ExistingBatch | undefined> {
  return (await readBatchState(database, [key])).get(key);
}
