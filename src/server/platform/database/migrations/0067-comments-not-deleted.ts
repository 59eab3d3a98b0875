import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** However many of a question's comments were deleted, its newest are found without them. */
export function indexCommentsNotDeleted(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db: Kysely<unknown>) {
      const on = 'question_id, id) where (deleted_at is null';
      for (const statement of ddl.addIndex('comments_not_deleted', 'comments', on))
        await statement.execute(db);
    },
  };
}
