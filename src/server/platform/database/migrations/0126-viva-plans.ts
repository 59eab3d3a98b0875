import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

const isStep = (column: string) => sql<boolean>`${sql.ref(column)} % 5 = 0`;

/**
 * When and where vivas are. A row of `viva_steps` for each five minutes of a person and of a room: its key refuses a
 * second one, also to two processes at once.
 */
export function addVivaPlans(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_plans')
        .addColumn('batch_id', ddl.number, (c) => c.primaryKey().references('batches.id'))
        .addColumn('settings', 'text', (c) => c.notNull())
        .addColumn('changed_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('changed_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('viva_rooms')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('room_key', 'text', (c) => c.notNull().unique())
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('link', 'text')
        .execute();
      await db.schema
        .createTable('viva_examiners')
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('hours', 'text')
        .addPrimaryKeyConstraint('viva_examiners_key', ['batch_id', 'account_id'])
        .execute();
      await db.schema
        .createTable('viva_extra')
        .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id'))
        .addColumn('minutes', 'integer', (c) => c.notNull().check(sql`minutes > 0 and minutes % 5 = 0`))
        .addColumn('given_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('given_at', ddl.number, (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('viva_slots')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('viva', 'talk')`))
        .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('room_id', ddl.number, (c) => c.notNull().references('viva_rooms.id'))
        .addColumn('starts_at', ddl.number, (c) => c.notNull().check(sql`starts_at % 300000 = 0`))
        .addColumn('minutes', 'integer', (c) => c.notNull().check(isStep('minutes')))
        .addColumn('buffer', 'integer', (c) => c.notNull().check(isStep('buffer')))
        .addColumn('placed_by', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('placed_at', ddl.number, (c) => c.notNull())
        .addUniqueConstraint('viva_slots_of_student', ['account_id', 'purpose'])
        .execute();
      await db.schema
        .createTable('viva_panels')
        .addColumn('slot_id', ddl.number, (c) => c.notNull().references('viva_slots.id').onDelete('cascade'))
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addPrimaryKeyConstraint('viva_panels_key', ['slot_id', 'account_id'])
        .execute();
      await db.schema
        .createTable('viva_steps')
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('person', 'room')`))
        .addColumn('who', ddl.number, (c) => c.notNull())
        .addColumn('step', ddl.number, (c) => c.notNull())
        .addColumn('slot_id', ddl.number, (c) => c.notNull().references('viva_slots.id').onDelete('cascade'))
        .addPrimaryKeyConstraint('viva_steps_key', ['kind', 'who', 'step'])
        .execute();
      await addIndexes(db, [
        'index viva_slots_of_batch on viva_slots (batch_id, starts_at, id)',
        'index viva_slots_by_time on viva_slots (starts_at)',
        'index viva_panels_of_examiner on viva_panels (account_id, slot_id)',
        'index viva_steps_of_slot on viva_steps (slot_id)',
      ]);
    },
  };
}
