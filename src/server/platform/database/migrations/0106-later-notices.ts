import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes, run } from './baseline/statements.ts';

/** Of version 1.0.0, which fails at any other kind in the columns that it reads. */
const known = `('mark-released', 'second-look-answered', 'answer', 'mention', 'answer-marked', 'question-solved',
  'post-moderated', 'announcement', 'grant', 'start-corrected', 'selection-undone', 'dates-changed',
  'brief-changed', 'week-opens', 'deadline-near', 'second-look', 'post-reported', 'new-version')`;

/** Pending mails of later kinds of notices have columns of their own. */
export function addLaterNotices(ddl: EngineDdl): SchemaStep {
  return {
    allow: {
      'rows-of-a-table-in-use': 'Only notices with a pending mail: a few at any time.',
      'index-blocks-writes': 'Partial, and empty until the next statement; rows are kept for 90 days.',
    },
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('notices').addColumn('later_mail_due_at', ddl.number).execute();
      await db.schema
        .alterTable('notices')
        .addColumn('is_later_daily', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await addIndexes(db, [
        'index notices_later_due on notices (later_mail_due_at) where later_mail_due_at is not null',
        'index notices_later_daily on notices (account_id, id) where is_later_daily = 1',
      ]);
      await run(db, [
        sql.raw(`update notices set later_mail_due_at = mail_due_at, mail_due_at = null
          where mail_due_at is not null and kind not in ${known}`),
        sql.raw(`update notices set is_later_daily = 1, is_daily = 0
          where is_daily = 1 and kind not in ${known}`),
      ]);
    },
  };
}
