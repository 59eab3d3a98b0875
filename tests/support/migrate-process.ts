import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, steps } from '#server/platform/database/migrate';
import { openLocation } from './locations.ts';

/** A process of its own that brings a location's schema up to date; told to `stall`, it never ends its last step. */
const [location, mode] = process.argv.slice(2) as [string, string | undefined];

const engine = openLocation(location);
await migrate(
  engine,
  mode === 'stall'
    ? {
        ...steps,
        '9999-stall': () => ({
          async up(db) {
            await db.schema.createTable('half_done').addColumn('id', 'integer').execute();
            process.stdout.write('midway\n');
            await sleep(60_000);
          },
        }),
      }
    : steps,
);
await engine.close();
process.stdout.write('migrated\n');
