import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { EngineDdl } from '../engine.ts';

/**
 * The portal's first schema. What must never happen is refused here and not only by code: a second selection, a
 * changed or removed hand-in, a removed question, a changed line of the audit log.
 */
export function createPortal(ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;

      await schema
        .createTable('courses')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('name', 'text', (c) => c.notNull().unique())
        .execute();

      await schema
        .createTable('batches')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('name_key', 'text', (c) => c.notNull().unique())
        .addColumn('course_id', ddl.number, (c) => c.notNull().references('courses.id'))
        .addColumn('starts_at', ddl.number, (c) => c.notNull())
        .addColumn('viva_deadline', ddl.number)
        .addColumn('is_open', 'integer', (c) => c.notNull().check(sql`is_open in (0, 1)`))
        .addColumn('is_default', 'integer', (c) => c.notNull().check(sql`is_default in (0, 1)`))
        .execute();
      await sql`create unique index batches_one_default on batches (is_default) where is_default = 1`.execute(
        db,
      );
      await schema.createIndex('batches_of_course').on('batches').column('course_id').execute();

      await schema
        .createTable('projects')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('course_id', ddl.number, (c) => c.notNull().references('courses.id'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('details', 'text', (c) => c.notNull())
        .addColumn('overview', 'text', (c) => c.notNull())
        .addColumn('prerequisite_knowledge', 'text', (c) => c.notNull())
        .addColumn('job_opportunities', 'text', (c) => c.notNull())
        .addColumn('background_image', 'text', (c) => c.notNull())
        .addColumn('project_url', 'text', (c) => c.notNull())
        .addColumn('ref1', 'text', (c) => c.notNull())
        .addColumn('ref2', 'text', (c) => c.notNull())
        .addColumn('ref3', 'text', (c) => c.notNull())
        .addColumn('ref4', 'text', (c) => c.notNull())
        .execute();
      await schema.createIndex('projects_of_course').on('projects').columns(['course_id', 'id']).execute();

      await schema
        .createTable('catalogue_files')
        .addColumn('path', 'text', (c) => c.primaryKey())
        .addColumn('content_type', 'text', (c) => c.notNull())
        .addColumn('sha256', 'text', (c) => c.notNull())
        .addColumn('body', sql.raw(ddl.bytes), (c) => c.notNull())
        .execute();

      await schema
        .createTable('accounts')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('email', 'text', (c) =>
          c
            .notNull()
            .unique()
            .check(sql`email = lower(email)`),
        )
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('role', 'text', (c) =>
          c.notNull().check(sql`role in ('student', 'mentor', 'administrator')`),
        )
        .addColumn('phone', 'text')
        .addColumn('password_hash', 'text')
        .addColumn('batch_id', ddl.number, (c) => c.references('batches.id'))
        .addColumn('typed_batch', 'text')
        .addColumn('confirmed_at', ddl.number)
        .addColumn('exit_score', ddl.real)
        .addColumn('grade', 'text')
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('seen_at', ddl.number)
        .execute();
      await schema.createIndex('accounts_of_batch').on('accounts').columns(['batch_id', 'id']).execute();

      await schema
        .createTable('batch_mentors')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('account_id', ddl.number, (c) => c.references('accounts.id'))
        .addUniqueConstraint('batch_mentors_name', ['batch_id', 'name'])
        .addUniqueConstraint('batch_mentors_account', ['batch_id', 'account_id'])
        .execute();
      await schema.createIndex('batch_mentors_of_account').on('batch_mentors').column('account_id').execute();

      await schema
        .createTable('imported_people')
        .addColumn('email', 'text', (c) => c.primaryKey().check(sql`email = lower(email)`))
        .addColumn('batch_id', ddl.number, (c) => c.references('batches.id'))
        .addColumn('exit_score', ddl.real)
        .addColumn('grade', 'text')
        .addColumn('imported_at', ddl.number, (c) => c.notNull())
        .execute();

      await schema
        .createTable('sessions')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('used_at', ddl.number, (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .execute();
      await schema.createIndex('sessions_of_account').on('sessions').column('account_id').execute();
      await schema.createIndex('sessions_by_end').on('sessions').column('expires_at').execute();

      await schema
        .createTable('one_time_tokens')
        .addColumn('token_hash', 'text', (c) => c.primaryKey())
        .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('setup', 'reset')`))
        .addColumn('account_id', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .addColumn('used_at', ddl.number)
        .execute();
      await schema
        .createIndex('one_time_tokens_of_account')
        .on('one_time_tokens')
        .column('account_id')
        .execute();

      await schema
        .createTable('attempts')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('at', ddl.number, (c) => c.notNull())
        .execute();
      await schema
        .createIndex('attempts_of_subject')
        .on('attempts')
        .columns(['kind', 'subject', 'at'])
        .execute();
      await schema.createIndex('attempts_by_time').on('attempts').column('at').execute();

      await schema
        .createTable('selections')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').unique())
        .addColumn('project_id', 'text', (c) => c.notNull().references('projects.id'))
        .addColumn('started_at', ddl.number, (c) => c.notNull())
        .execute();
      await schema.createIndex('selections_of_project').on('selections').column('project_id').execute();

      await schema
        .createTable('submissions')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) =>
          c.notNull().check(sql`task in ('week-1', 'week-2', 'week-3', 'week-4', 'final', 'viva')`),
        )
        .addColumn('version', 'integer', (c) => c.notNull().check(sql`version > 0`))
        .addColumn('number', 'text', (c) => c.notNull().unique())
        .addColumn('submitted_at', ddl.number, (c) => c.notNull())
        .addColumn('late', 'integer', (c) => c.notNull().check(sql`late in (0, 1)`))
        .addColumn('links', 'text', (c) => c.notNull())
        .addColumn('comments', 'text', (c) => c.notNull())
        .addColumn('file_id', 'text', (c) => c.unique())
        .addColumn('file_name', 'text')
        .addColumn('file_bytes', ddl.number, (c) => c.check(sql`file_bytes > 0`))
        .addColumn('file_sha256', 'text', (c) => c.check(sql`length(file_sha256) = 64`))
        .addColumn('idempotency_key', 'text')
        .addUniqueConstraint('submissions_version', ['account_id', 'task', 'version'])
        .addUniqueConstraint('submissions_idempotency', ['account_id', 'task', 'idempotency_key'])
        .addCheckConstraint(
          'submissions_file_whole',
          sql`(file_id is null) = (file_name is null) and (file_id is null) = (file_bytes is null) and (file_id is null) = (file_sha256 is null)`,
        )
        .addCheckConstraint(
          'submissions_not_empty',
          sql`links <> '' or comments <> '' or file_id is not null`,
        )
        .execute();
      await schema
        .createIndex('submissions_newest')
        .on('submissions')
        .columns(['account_id', 'id'])
        .execute();

      await schema
        .createTable('submission_claims')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('task', 'text', (c) => c.notNull())
        .addColumn('idempotency_key', 'text', (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .addPrimaryKeyConstraint('submission_claims_key', ['account_id', 'task', 'idempotency_key'])
        .execute();

      await schema
        .createTable('marks')
        .addColumn('submission_id', ddl.number, (c) => c.primaryKey().references('submissions.id'))
        .addColumn('marks', ddl.real, (c) => c.notNull().check(sql`marks >= 0 and marks <= 100`))
        .addColumn('comments', 'text', (c) => c.notNull())
        .addColumn('released', 'integer', (c) => c.notNull().check(sql`released in (0, 1)`))
        .addColumn('marked_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('marked_at', ddl.number, (c) => c.notNull())
        .execute();

      await schema
        .createTable('questions')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('edited_at', ddl.number)
        .addColumn('deleted_at', ddl.number)
        .addColumn('view_count', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await sql`create index questions_of_batch on questions (batch_id, id) where deleted_at is null`.execute(
        db,
      );

      await schema
        .createTable('comments')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
        .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('text', 'text', (c) => c.notNull().check(sql`text <> ''`))
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .execute();
      await schema
        .createIndex('comments_of_question')
        .on('comments')
        .columns(['question_id', 'id'])
        .execute();

      for (const table of ['question_favorites', 'question_views']) {
        await schema
          .createTable(table)
          .addColumn('question_id', ddl.number, (c) => c.notNull().references('questions.id'))
          .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
          .addPrimaryKeyConstraint(`${table}_key`, ['question_id', 'account_id'])
          .execute();
      }

      await schema
        .createTable('audit_log')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('at', ddl.number, (c) => c.notNull())
        .addColumn('actor_id', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('act', 'text', (c) => c.notNull())
        .addColumn('subject', 'text', (c) => c.notNull())
        .addColumn('before', 'text')
        .addColumn('after', 'text')
        .execute();

      for (const refusal of [
        ...ddl.forbid('selections', ['update', 'delete']),
        ...ddl.forbid('submissions', ['update', 'delete']),
        ...ddl.forbid('questions', ['delete']),
        ...ddl.forbid('comments', ['delete']),
        ...ddl.forbid('audit_log', ['update', 'delete']),
      ]) {
        await refusal.execute(db);
      }
    },
  };
}
