import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';

/** A plan reads the offers of its days; without this SQLite reads every step of every viva. */
export function indexVivaOfferTimes(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    up: (db: Kysely<unknown>) =>
      run(
        db,
        ddl.addIndex('viva_offers_by_time', 'viva_offers', `starts_at) where (state in ('held', 'picked')`),
      ),
  };
}
