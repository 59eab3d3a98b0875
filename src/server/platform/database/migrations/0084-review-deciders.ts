import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, erasedText, isErasing, run, unchanged } from './baseline/statements.ts';

/** The mark under review and its marker, so that others decide; comments of those who do not decide. */
export function addReviewDeciders(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('second_looks').addColumn('marks', ddl.real).execute();
      await db.schema.alterTable('second_looks').addColumn('marked_by', ddl.number).execute();
      await db.schema
        .createTable('second_look_comments')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('submission_id', ddl.number, (c) => c.notNull().references('second_looks.submission_id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('comment', 'text', (c) => c.notNull().check(sql`comment <> ''`))
        .addColumn('to_office', 'integer', (c) => c.notNull().check(sql`to_office in (0, 1)`))
        .addColumn('written_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('written_at', ddl.number, (c) => c.notNull())
        .execute();
      await addIndexes(db, [
        'index second_look_comments_of_mark on second_look_comments (submission_id, id)',
      ]);
      await run(db, [
        ...ddl.forbid('second_look_comments', ['update', 'delete']),
        ...ddl.forbidUnless('second_look_comments', 'delete', isErasing('old.account_id')),
        ...ddl.forbidUnless(
          'second_looks',
          'update',
          `${isErasing('old.account_id')} and new.reason = ${erasedText}
           and ${unchanged('submission_id', 'account_id', 'task', 'asked_at', 'marks', 'marked_by')}`,
        ),
      ]);
    },
  };
}
