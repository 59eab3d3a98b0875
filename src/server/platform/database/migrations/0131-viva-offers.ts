import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { addIndexes } from './baseline/statements.ts';

/**
 * Times offered to a student who asks for another one. The steps of a held offer are in `viva_steps`, below the student's
 * own slot: its key refuses both a viva and another offer there.
 */
export function addVivaOffers(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('viva_offers')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id'))
        .addColumn('request_id', ddl.number, (c) =>
          c.notNull().references('extension_requests.id').onDelete('cascade'),
        )
        .addColumn('slot_id', ddl.number, (c) => c.notNull().references('viva_slots.id').onDelete('cascade'))
        .addColumn('room_id', ddl.number, (c) => c.notNull().references('viva_rooms.id'))
        .addColumn('starts_at', ddl.number, (c) => c.notNull().check(sql`starts_at % 300000 = 0`))
        .addColumn('minutes', 'integer', (c) => c.notNull())
        .addColumn('buffer', 'integer', (c) => c.notNull())
        .addColumn('state', 'text', (c) =>
          c.notNull().check(sql`state in ('held', 'picked', 'refused', 'lapsed')`),
        )
        .addColumn('held_until', ddl.number, (c) => c.notNull())
        .addColumn('offered_at', ddl.number, (c) => c.notNull())
        .execute();
      await addIndexes(db, [
        'index viva_offers_of_request on viva_offers (request_id, starts_at)',
        'index viva_offers_of_slot on viva_offers (slot_id)',
        'index viva_offers_of_student on viva_offers (account_id)',
        `index viva_offers_held on viva_offers (held_until) where (state in ('held', 'picked'))`,
      ]);
      await db.schema.alterTable('viva_steps').addColumn('offer_id', ddl.number).execute();
    },
  };
}
