import type { ReadinessCheck } from '../readiness.ts';
import type { Database } from './database.ts';
import { steps } from './migrate.ts';
import { readStepsDone, requireSchemaInRange, SchemaOutOfRange } from './schema-range.ts';

const known = Object.keys(steps);

/** Whether the database answers, undamaged as far as is known, with a schema that this version may run on. */
export function databaseCheck({
  engine,
  reader,
  damage,
}: Pick<Database, 'engine' | 'reader' | 'damage'>): ReadinessCheck {
  return {
    name: 'database',
    // The embedded database lies on this machine's own disk; a schema that is too new leaves newer versions their work.
    isOwnFault: (error) => engine === 'sqlite' || error instanceof SchemaOutOfRange,
    async check() {
      const found = damage.found();
      if (found !== null) throw new Error(`The database is damaged: ${found.cause}`);
      await requireSchemaInRange(reader, known, await readStepsDone(reader));
    },
  };
}
