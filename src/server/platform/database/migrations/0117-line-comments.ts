import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, refuseFrozen, run, unchanged } from './baseline/statements.ts';

/** Comments at lines of a version's file; students see them while the version's mark is released. */
export function addLineComments(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('line_comments')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('submission_id', ddl.number, (c) => c.notNull().references('submissions.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('path', 'text')
        .addColumn('line', ddl.number, (c) => c.notNull().check(sql`line > 0`))
        .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
        .addColumn('written_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('written_at', ddl.number, (c) => c.notNull())
        .addColumn('edited_at', ddl.number)
        .execute();
      await addIndexes(db, [
        'index line_comments_of_version on line_comments (submission_id, id)',
        'index line_comments_of_student on line_comments (account_id, id)',
      ]);
      await run(db, [
        ...ddl.forbid('line_comments', ['update']),
        ...ddl.forbidUnless(
          'line_comments',
          'update',
          unchanged('submission_id', 'account_id', 'path', 'line', 'written_at'),
        ),
        ...refuseFrozen(ddl, 'line_comments', 'insert', 'new.account_id'),
        ...refuseFrozen(ddl, 'line_comments', 'update', 'old.account_id'),
        ...refuseFrozen(ddl, 'line_comments', 'delete', 'old.account_id'),
      ]);
    },
  };
}
