import { batchKey } from '#contract/limits';
import type { Reader } from '../platform/database/database.ts';

/** A batch as an import compares it: the course by its name's key, mentors' names sorted. */
export type BatchState = {
  name: string;
  course: string;
  starts_at: number;
  viva_deadline: number | null;
  is_open: boolean;
  is_default: boolean;
  mentors: string[];
};

type Standing = {
  id: number;
  state: BatchState;
  /** Mentors' names that belong to accounts. */
  linkedMentors: string[];
  /** Whether a student of the batch has chosen a project. */
  hasSelections: boolean;
};

/** Every batch by its name's key. */
export async function readBatchState(database: Reader): Promise<Map<string, Standing>> {
  const batches = await database
    .selectFrom('batches')
    .innerJoin('courses', 'courses.id', 'batches.course_id')
    .selectAll('batches')
    .select('courses.name as course')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('accounts')
          .innerJoin('selections', 'selections.account_id', 'accounts.id')
          .whereRef('accounts.batch_id', '=', 'batches.id')
          .select('selections.id'),
      ).as('has_selections'),
    )
    .execute();
  const mentors = await database
    .selectFrom('batch_mentors')
    .select(['batch_id', 'name', 'account_id'])
    .orderBy('name')
    .execute();
  return new Map(
    batches.map((batch) => {
      const own = mentors.filter(({ batch_id }) => batch_id === batch.id);
      const standing: Standing = {
        id: batch.id,
        linkedMentors: own.filter(({ account_id }) => account_id !== null).map(({ name }) => name),
        hasSelections: Boolean(batch.has_selections),
        state: {
          name: batch.name,
          course: batchKey(batch.course),
          starts_at: batch.starts_at,
          viva_deadline: batch.viva_deadline,
          is_open: batch.is_open === 1,
          is_default: batch.is_default === 1,
          // Sorted here as the file's are: the engines' own orders differ.
          mentors: own.map(({ name }) => name).sort(),
        },
      };
      return [batch.name_key, standing];
    }),
  );
}
