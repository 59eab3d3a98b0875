import { batchKey } from '#contract/limits';
import { coursesAs } from '../courses/queries.ts';
import type { Reader } from '../platform/database/database.ts';

/** A batch as an import compares it: the course by its name's key, mentors' names sorted. */
export type BatchState = {
  name: string;
  course: string;
  starts_at: number;
  viva_deadline: number | null;
  is_open: boolean;
  is_default: boolean;
  comment_first: boolean;
  mentors: string[];
};

type ExistingBatch = {
  id: number;
  state: BatchState;
  /** Mentors' names that belong to accounts. */
  linkedMentors: string[];
};

/** Every batch by its name's key. */
export async function readBatchState(database: Reader): Promise<Map<string, ExistingBatch>> {
  const batches = await database
    .selectFrom('batches')
    .innerJoin(coursesAs('course'), 'course.id', 'batches.course_id')
    .select([
      'batches.id',
      'batches.name',
      'batches.name_key',
      'batches.starts_at',
      'batches.viva_deadline',
      'batches.is_open',
      'batches.is_default',
      'batches.comment_first',
      'course.name as course',
    ])
    .execute();
  const mentors = await database
    .selectFrom('batch_mentors')
    .select(['batch_id', 'name', 'account_id'])
    .orderBy('name')
    .execute();
  return new Map(
    batches.map((batch) => {
      const own = mentors.filter(({ batch_id }) => batch_id === batch.id);
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
          // Sorted here as the file's are: the engines' own orders differ.
          mentors: own.map(({ name }) => name).sort(),
        },
      };
      return [batch.name_key, existing];
    }),
  );
}
