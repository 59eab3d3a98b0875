import { readDatabaseFacts } from '../platform/database/database-facts.ts';
import { steps } from '../platform/database/migrate.ts';
import { readStepsDone } from '../platform/database/schema-range.ts';
import { firstLine } from '../platform/start-errors.ts';
import { fail, megabytes, ok, warn, type Check, type Finding } from './check.ts';

/** Beyond these differences deadlines are wrong by what people notice, and tokens expire at the wrong time. */
const oddClockMs = 5_000;
const wrongClockMs = 60_000;

/** @param aheadMs how far this machine's clock is before the database's */
export function judgeClock(aheadMs: number): Finding {
  const found = `${Math.abs(aheadMs) / 1000} s ${aheadMs < 0 ? 'behind' : 'before'} the database's`;
  const todo = 'Let NTP keep the clocks of all machines.';
  if (Math.abs(aheadMs) > wrongClockMs) return fail(found, todo);
  return Math.abs(aheadMs) > oddClockMs ? warn(found, todo) : ok(found);
}

export const databaseChecks: Check[] = [
  {
    id: 'database',
    title: 'Database',
    async run({ database }) {
      const { version, bytes } = await readDatabaseFacts(database.reader, database.engine);
      const found = `${version}, ${megabytes(bytes)}`;
      try {
        await database.writes.probe();
        return ok(found);
      } catch (error) {
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        return fail(
          `${found}; nothing can be written (${firstLine(cause)})`,
          'Make room on its disk, or see its own log.',
        );
      }
    },
  },
  {
    id: 'migrations',
    title: 'Schema',
    async run({ database }) {
      const done = await readStepsDone(database.reader);
      const known = Object.keys(steps);
      const newest = done.at(-1) ?? 'none';
      const missing = known.filter((step) => !done.includes(step));
      if (missing.length > 0)
        return fail(
          `${missing.length} steps are to come, from ${missing[0]} on`,
          'Start the portal: it brings the schema up to date.',
        );
      if (!known.includes(newest))
        return warn(
          `${newest}: a later version of the portal has been here`,
          'Bring this machine to the same version.',
        );
      return ok(`All ${done.length} steps, up to ${newest}`);
    },
  },
  {
    id: 'clock',
    title: 'Clock',
    async run({ database }) {
      const before = Date.now();
      const { clock } = await readDatabaseFacts(database.reader, database.engine);
      const here = (before + Date.now()) / 2;
      if (clock === null) return ok(`${new Date(here).toISOString()}; the database is on this machine`);
      return judgeClock(Math.round(here - clock));
    },
  },
];
