import { newestLineAt } from '../../audit/list-lines.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { damageAdvice } from '../../platform/database/damage-watch.ts';
import { isDamaged, DatabaseReplaced } from '../../platform/database/database-errors.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { steps } from '../../platform/database/migrate.ts';
import { readStepsDone } from '../../platform/database/schema-step.ts';
import { codeOf } from '../../platform/error-code.ts';
import { firstLine } from '../../platform/start-errors.ts';
import { fail, lengthOf, shownSize, ok, warn, type Check, type Finding, type Loss } from './check.ts';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';

type DatabaseFacts = {
  version: string;
  bytes: number;
  /** The database server's, in milliseconds since 1970 UTC; null for SQLite. */
  clock: number | null;
};

export async function readDatabaseFacts(reader: Reader, engine: EngineName): Promise<DatabaseFacts> {
  const query =
    engine === 'sqlite'
      ? sql<DatabaseFacts>`select 'SQLite ' || sqlite_version() as version, page_count * page_size as bytes, null as clock
          from pragma_page_count(), pragma_page_size()`
      : sql<DatabaseFacts>`select 'PostgreSQL ' || current_setting('server_version') as version,
          pg_database_size(current_database()) as bytes,
          (extract(epoch from clock_timestamp()) * 1000)::bigint as clock`;
  const { rows } = await query.execute(reader);
  return rows[0] as DatabaseFacts;
}

/** Milliseconds; beyond, due dates and tokens' expiry are wrong. */
const oddClockMs = 5_000;
const wrongClockMs = 60_000;

/** @param aheadMs of the database's clock */
export function judgeClock(aheadMs: number): Finding {
  const found = `${Math.abs(aheadMs) / 1000} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's`;
  const todo = 'Keep the clocks of all machines in step with NTP.';
  if (Math.abs(aheadMs) > wrongClockMs) return fail(found, todo);
  return Math.abs(aheadMs) > oddClockMs ? warn(found, todo) : ok(found);
}

/** Larger databases get a quick check. */
const lookMs = 10_000;
const wholeBytes = 100e6;

const judgeDamage = (found: string, damage: string, engine: EngineName): Finding =>
  fail(`${found}; it is damaged (${damage})`, damageAdvice[engine]);

function adviceOnWrites(cause: unknown): string {
  if (cause instanceof DatabaseReplaced) return 'Do that at once: until then all changes are refused.';
  // 25006 read-only transaction
  if (codeOf(cause) === '25006')
    return 'The server is a standby or read-only. Point DATABASE_URL at the primary server, or promote this one.';
  return 'Free disk space, or read the log of the database.';
}

export const databaseChecks: Check[] = [
  {
    id: 'database',
    title: 'Database',
    async run({ database }) {
      const { version, bytes } = await readDatabaseFacts(database.reader, database.engine);
      const found = `${version}, ${shownSize(bytes)}`;
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
          `${found}; the check for damage did not finish within ${lookMs / 1000} seconds`,
          'Run npx capstone backup, which checks all of it.',
        );
      return damage === null ? ok(`${found}, undamaged`) : judgeDamage(found, damage, database.engine);
    },
  },
  {
    id: 'migrations',
    title: 'Schema',
    isAtStart: true,
    async run({ database }) {
      const done = await readStepsDone(database.reader);
      const known = Object.keys(steps);
      const newest = done.at(-1) ?? 'none';
      const missing = known.filter((step) => !done.includes(step));
      if (missing.length > 0)
        return fail(`Missing migrations: ${missing.join(', ')}`, 'Start the portal: it updates the schema.');
      const isLater = !known.includes(newest);
      const loss: Loss = { kind: 'later-version', facts: isLater ? [newest] : [], isAll: true };
      if (!isLater) return { ...ok(`Up to date, ${newest}`), loss };
      const found = `${newest}: a later version of the portal has used this database`;
      return { ...warn(found, 'Update this machine to the same version.'), loss };
    },
  },
  {
    id: 'clock',
    title: 'Clock',
    isAtStart: true,
    async run({ database, clock: own }) {
      const newest = await newestLineAt(database.reader);
      const aheadMs = newest - own.now();
      if (aheadMs > wrongClockMs)
        return {
          ...warn(
            `The newest audit event is ${lengthOf(aheadMs)} in the future: the clock was wrong then or is wrong now`,
            'Keep the clocks of all machines in step with NTP. Stored times stay as they are.',
          ),
          loss: {
            kind: 'clock-set-back',
            facts: [`an audit event of ${new Date(newest).toISOString()} is in the future`],
            isAll: false,
          },
        };
      const before = Date.now();
      const { clock } = await readDatabaseFacts(database.reader, database.engine);
      const here = (before + Date.now()) / 2;
      if (clock === null)
        return ok(
          `${new Date(here).toISOString()}; there is no second clock to compare, because the database is on this machine`,
        );
      return judgeClock(Math.round(here - clock));
    },
  },
];
