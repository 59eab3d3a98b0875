import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** A room's delay is told to those who wait on its day. */
export function indexVivaTimes(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) => run(db, ddl.addIndex('viva_times_by_time', 'viva_times', 'starts_at')),
  };
}
