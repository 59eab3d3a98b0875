import type { ReadinessCheck } from '../readiness.ts';
import type { Database } from './database.ts';
import { steps } from './migrate.ts';
import { readStepsDone, requireSchemaInRange, SchemaOutOfRange } from './schema-range.ts';

const known = Object.keys(steps);

export function databaseCheck({
  engine,
  reader,
  damage,
}: Pick<Database, 'engine' | 'reader' | 'damage'>): ReadinessCheck {
  return {
    name: 'database',
    // SQLite is on this machine's disk; with too new a schema, newer versions can serve.
    isOwnFault: (error) => engine === 'sqlite' || error instanceof SchemaOutOfRange,
    async check() {
      const found = damage.found();
      if (found !== null) throw new Error(`The database is damaged: ${found.cause}`);
      await requireSchemaInRange(reader, known, await readStepsDone(reader));
    },
  };
}
