import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** Spreadsheets of people: staged rows, remembered columns, and the invitations that they become. */
export function createIntake(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      const { schema } = db;
      await schema.alterTable('imported_people').addColumn('name', 'text').execute();
      await schema.alterTable('imported_people').addColumn('phone', 'text').execute();

      await schema
        .createTable('intakes')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('file_name', 'text', (c) => c.notNull())
        .addColumn('headings', 'text', (c) => c.notNull())
        .addColumn('columns', 'text', (c) => c.notNull())
        .addColumn('is_remembered', 'integer', (c) => c.notNull().check(sql`is_remembered in (0, 1)`))
        .addColumn('state', 'text', (c) =>
          c.notNull().check(sql`state in ('reading', 'read', 'checked', 'imported')`),
        )
        .addColumn('row_count', ddl.number, (c) => c.notNull())
        .addColumn('new_count', ddl.number, (c) => c.notNull())
        .addColumn('changed_count', ddl.number, (c) => c.notNull())
        .addColumn('unchanged_count', ddl.number, (c) => c.notNull())
        .addColumn('wrong_count', ddl.number, (c) => c.notNull())
        .addColumn('people_there', ddl.number, (c) => c.notNull())
        .addColumn('check_key', 'text')
        .addColumn('made_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .addColumn('imported_at', ddl.number)
        .execute();
      await schema.createIndex('intakes_by_age').on('intakes').column('made_at').execute();

      await schema
        .createTable('intake_lines')
        .addColumn('intake_id', ddl.number, (c) => c.notNull().references('intakes.id'))
        .addColumn('line', ddl.number, (c) => c.notNull())
        .addColumn('cells', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('intake_lines_key', ['intake_id', 'line'])
        .execute();

      await schema
        .createTable('intake_people')
        .addColumn('intake_id', ddl.number, (c) => c.notNull().references('intakes.id'))
        .addColumn('line', ddl.number, (c) => c.notNull())
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('name', 'text')
        .addColumn('phone', 'text')
        .addColumn('batch', 'text')
        .addColumn('batch_key', 'text')
        .addColumn('exit_score', ddl.real)
        .addColumn('grade', 'text')
        .addColumn('faults', 'text')
        .addColumn('state', 'text', (c) => c.check(sql`state in ('new', 'changed', 'unchanged', 'wrong')`))
        .addPrimaryKeyConstraint('intake_people_key', ['intake_id', 'line'])
        .execute();
      await schema
        .createIndex('intake_people_by_email')
        .on('intake_people')
        .columns(['intake_id', 'email', 'line'])
        .execute();
      await schema
        .createIndex('intake_people_by_state')
        .on('intake_people')
        .columns(['intake_id', 'state', 'line'])
        .execute();

      await schema
        .createTable('intake_columns')
        .addColumn('headings_hash', 'text', (c) => c.primaryKey())
        .addColumn('columns', 'text', (c) => c.notNull())
        .addColumn('used_at', ddl.number, (c) => c.notNull())
        .execute();

      await schema
        .createTable('invitations')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('email', 'text', (c) => c.notNull())
        .addColumn('token_hash', 'text', (c) => c.notNull().unique())
        .addColumn('way', 'text', (c) => c.notNull().check(sql`way in ('mail', 'print')`))
        .addColumn('made_by', ddl.number, (c) => c.references('accounts.id'))
        .addColumn('made_at', ddl.number, (c) => c.notNull())
        .addColumn('expires_at', ddl.number, (c) => c.notNull())
        .addColumn('opened_at', ddl.number)
        .addColumn('used_at', ddl.number)
        .addColumn('revoked_at', ddl.number)
        .execute();
      await schema.createIndex('invitations_of_email').on('invitations').columns(['email', 'id']).execute();
    },
  };
}
