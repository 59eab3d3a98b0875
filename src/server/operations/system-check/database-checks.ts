import { newestLineAt } from '../../audit/read-acts.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { damageAdvice } from '../../platform/database/damage-watch.ts';
import { isDamaged, DatabaseReplaced } from '../../platform/database/database-errors.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { readDatabaseFacts } from '../../platform/database/database-facts.ts';
import { steps } from '../../platform/database/migrate.ts';
import { readStepsDone } from '../../platform/database/schema-step.ts';
import { codeOf } from '../../platform/error-code.ts';
import { firstLine } from '../../platform/start-errors.ts';
import { fail, lengthOf, megabytes, ok, warn, type Check, type Finding } from './check.ts';

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

/** How long damage is looked for, and up to which size as closely as a backup does. */
const lookMs = 10_000;
const wholeBytes = 100e6;

const judgeDamage = (found: string, damage: string, engine: EngineName): Finding =>
  fail(`${found}; it is damaged (${damage})`, damageAdvice[engine]);

/** What to do when nothing can be written, by why. */
function adviceOnWrites(cause: unknown): string {
  if (cause instanceof DatabaseReplaced) return 'Do that at once: what is written meanwhile is refused.';
  // 25006 read-only transaction
  if (codeOf(cause) === '25006')
    return 'It is a standby, or set to read-only: point DATABASE_URL at the primary server, or promote this one.';
  return 'Make room on its disk, or see its own log.';
}

export const databaseChecks: Check[] = [
  {
    id: 'database',
    title: 'Database',
    async run({ database }) {
      const { version, bytes } = await readDatabaseFacts(database.reader, database.engine);
      const found = `${version}, ${megabytes(bytes)}`;
      const known = database.damage.found();
      if (known !== null) return judgeDamage(found, known.cause, database.engine);
      try {
        await database.writes.probe();
      } catch (error) {
        if (isDamaged(error)) return judgeDamage(found, firstLine(error), database.engine);
        const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
        return fail(`${found}; nothing can be written (${firstLine(cause)})`, adviceOnWrites(cause));
      }
      const time = sleep(lookMs, 'unknown' as const, { ref: false });
      const damage = await Promise.race([database.damage.look(bytes < wholeBytes ? 'whole' : 'quick'), time]);
      if (damage === 'unknown')
        return warn(
          `${found}; not all of it could be checked for damage within ${lookMs / 1000} seconds`,
          'npx capstone backup checks all of it, however long that takes.',
        );
      return damage === null ? ok(`${found}, undamaged`) : judgeDamage(found, damage, database.engine);
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
        return fail(`Missing: ${missing.join(', ')}`, 'Start the portal: it brings the schema up to date.');
      if (!known.includes(newest))
        return warn(
          `${newest}: a later version of the portal has been here`,
          'Bring this machine to the same version.',
        );
      return ok(`Up to date, ${newest}`);
    },
  },
  {
    id: 'clock',
    title: 'Clock',
    async run({ database, clock: own }) {
      const newest = await newestLineAt(database.reader);
      const aheadMs = newest - own.now();
      if (aheadMs > wrongClockMs)
        return warn(
          `The newest line of the audit log is ${lengthOf(aheadMs)} in the future: the clock was wrong then, or is now`,
          'Let NTP keep the clocks of all machines. What was due is due again by itself; instants that were written stay.',
        );
      const before = Date.now();
      const { clock } = await readDatabaseFacts(database.reader, database.engine);
      const here = (before + Date.now()) / 2;
      if (clock === null) return ok(`${new Date(here).toISOString()}; the database is on this machine`);
      return judgeClock(Math.round(here - clock));
    },
  },
];
