import type { ReadinessCheck } from '../readiness.ts';
import type { Database } from './database.ts';
import { steps } from './migrate.ts';
import { readStepsDone, requireSchemaInRange, SchemaTooNew } from './schema-range.ts';

const known = Object.keys(steps);

/** Whether the database answers, with a schema that this version may run on. */
export function databaseCheck({ engine, reader }: Pick<Database, 'engine' | 'reader'>): ReadinessCheck {
  return {
    name: 'database',
    // The embedded database lies on this machine's own disk; a schema that is too new leaves newer versions their work.
    isOwnFault: (error) => engine === 'sqlite' || error instanceof SchemaTooNew,
    check: async () => requireSchemaInRange(reader, known, await readStepsDone(reader)),
  };
}
