import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import {
  addIndexes,
  dropHtml,
  erasedText,
  isErasing,
  isTask,
  run,
  unchanged,
} from './baseline/statements.ts';

const isStatus = sql`status in ('marked', 'not_submitted', 'absent', 'excused')`;

const hasItsMarks = sql`(status = 'marked' and marks is not null and marks >= 0 and marks <= 100)
  or (status in ('not_submitted', 'absent') and marks is not null and marks = 0)
  or (status = 'excused' and marks is null)`;

const ofRequest = ['record_id', 'account_id', 'task', 'asked_at', 'marks', 'marked_by'];

/**
 * Marks without a file. `choice` is when the project was chosen, `submission_id` the newest version that was
 * there. A review request and its answer are one row: first without an answer, then never changed.
 */
export function addRecordedMarks(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('recorded_marks')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull().check(isTask))
        .addColumn('choice', ddl.number, (c) => c.notNull())
        .addColumn('status', 'text', (c) => c.notNull().check(isStatus))
        .addColumn('marks', ddl.real)
        .addColumn('comments', 'text', (c) => c.notNull())
        .addColumn('format', 'text')
        .addColumn('html', 'text')
        .addColumn('rubric', 'text')
        .addColumn('overrule_reason', 'text')
        .addColumn('released', 'integer', (c) => c.notNull().check(sql`released in (0, 1)`))
        .addColumn('released_at', ddl.number)
        .addColumn('recorded_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('recorded_at', ddl.number, (c) => c.notNull())
        .addColumn('read_at', ddl.number)
        .addColumn('second_look_at', ddl.number)
        .addColumn('submission_id', ddl.number, (c) => c.references('submissions.id'))
        .addUniqueConstraint('recorded_marks_of_choice', ['account_id', 'task', 'choice'])
        .addCheckConstraint('recorded_marks_have_their_marks', hasItsMarks)
        .execute();
      await db.schema
        .createTable('recorded_mark_reviews')
        .addColumn('record_id', ddl.number, (c) => c.primaryKey().references('recorded_marks.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull().check(isTask))
        .addColumn('reason', 'text', (c) => c.notNull().check(sql`reason <> ''`))
        .addColumn('asked_at', ddl.number, (c) => c.notNull())
        .addColumn('marks', ddl.real)
        .addColumn('marked_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('answer', 'text', (c) => c.check(sql`answer <> ''`))
        .addColumn('answered_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('answered_at', ddl.number)
        .execute();
      await db.schema
        .createTable('recorded_mark_review_comments')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('record_id', ddl.number, (c) => c.notNull().references('recorded_mark_reviews.record_id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('comment', 'text', (c) => c.notNull().check(sql`comment <> ''`))
        .addColumn('to_office', 'integer', (c) => c.notNull().check(sql`to_office in (0, 1)`))
        .addColumn('written_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('written_at', ddl.number, (c) => c.notNull())
        .execute();
      await addIndexes(db, [
        'index recorded_mark_reviews_open on recorded_mark_reviews (record_id) where (answered_at is null)',
        'index recorded_mark_review_comments_of_record on recorded_mark_review_comments (record_id, id)',
      ]);
      await run(db, [
        ...ddl.forbid('recorded_marks', ['delete']),
        ...ddl.forbidUnless('recorded_marks', 'delete', 'old.released = 0 and old.second_look_at is null'),
        ...dropHtml(ddl, 'recorded_marks', 'id', 'comments'),
        ...ddl.forbid('recorded_mark_reviews', ['update', 'delete']),
        ...ddl.forbidUnless(
          'recorded_mark_reviews',
          'update',
          `(old.answer is null and new.answer is not null and new.answered_by is not null
            and new.answered_at is not null and ${unchanged('reason', ...ofRequest)})
           or (${isErasing('old.account_id')} and new.reason = ${erasedText}
            and new.answer is not distinct from (case when old.answer is null then null else ${erasedText} end)
            and ${unchanged('answered_by', 'answered_at', ...ofRequest)})`,
        ),
        ...ddl.forbid('recorded_mark_review_comments', ['update', 'delete']),
        ...ddl.forbidUnless('recorded_mark_review_comments', 'delete', isErasing('old.account_id')),
      ]);
    },
  };
}
