import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { isContention, isUniqueViolation } from './database-errors.ts';
import { withoutConcurrentDdl } from './ddl.ts';
import type { Engine, EngineDdl } from './engine.ts';
import { readStepsDone, requireSchemaInRange, shutOutProgramsBefore } from './schema-range.ts';
import type { Tables } from './schema.ts';
import type { MakeStep, SchemaStep } from './schema-step.ts';

const folder = new URL('./migrations/', import.meta.url);

async function readSteps(): Promise<Record<string, MakeStep>> {
  const steps: Record<string, MakeStep> = {};
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .toSorted()) {
    const [step, ...others] = Object.values(
      (await import(new URL(file, folder).href)) as Record<string, MakeStep>,
    );
    if (step === undefined || others.length > 0) throw new Error(`${file} must export one function`);
    steps[file.replace(/\.ts$/, '')] = step;
  }
  return steps;
}

/** The schema's migrations by the names of their files, in order; one that has been released is never changed again. */
export const steps = await readSteps();

/** How long a migration waits for other processes, migrations and transactions alike, in milliseconds. */
const waitMs = 300_000;
const longestPauseMs = 1_000;
/** When somebody hears of the waiting. */
const reportAfterMs = 5_000;

/** Runs in one transaction, or outside of any. */
type Part = { names: string[]; isOutside: boolean };

/**
 * What runs next: on a blank schema everything, so that a process that is killed leaves nothing; on one in use a
 * step, so that no lock is held for longer than its own step.
 */
function nextPart(pending: [string, SchemaStep][], isBlank: boolean, ddl: EngineDdl): Part | null {
  const [first] = pending;
  if (first === undefined) return null;
  const [name, step] = first;
  return {
    names: isBlank ? pending.map(([pendingName]) => pendingName) : [name],
    isOutside: step.outsideTransaction === true && ddl.hasConcurrentDdl,
  };
}

/** A step with what every step has: bounds on its waiting, and the oldest version that may run after it. */
function framed({ up, oldestProgram }: SchemaStep, { isOutside }: Part, ddl: EngineDdl): Migration {
  return {
    async up(db: Kysely<never>) {
      for (const statement of isOutside ? ddl.beginOutsideTransaction : ddl.beginStep) {
        await statement.execute(db);
      }
      try {
        await up(db);
      } finally {
        if (isOutside) for (const statement of ddl.endOutsideTransaction) await statement.execute(db);
      }
      if (oldestProgram === undefined) return;
      await shutOutProgramsBefore(db as unknown as Kysely<Tables>, oldestProgram);
    },
  };
}

/**
 * Brings the schema up to date: each pending step in a transaction of its own that takes the write lock first (SQLite) or
 * an advisory lock (PostgreSQL), on a blank schema all in one. Processes that start together wait for each other; one
 * killed midway leaves no half of a step. A schema that a newer version has changed is left as it is.
 * @param selected the steps that the schema shall have; tests leave some out or add some
 * @param report hears, in words, what a migration waits for
 * @throws SchemaOutOfRange when only another version may run on the schema; the error of the step that failed
 */
export async function migrate(
  engine: Engine,
  selected: Record<string, MakeStep> = steps,
  report: (line: string) => void = () => {},
): Promise<void> {
  const startedAt = performance.now();
  let hasReported = false;
  let done = await readStepsDone(engine.reader);
  for (let pause = 50; ;) {
    await requireSchemaInRange(engine.reader, Object.keys(selected), done);
    const isBlank = done.length === 0;
    const ddl = isBlank ? withoutConcurrentDdl(engine.ddl) : engine.ddl;
    const own = Object.fromEntries(Object.entries(selected).map(([name, make]) => [name, make(ddl)]));
    const pending = Object.entries(own).filter(([name]) => !done.includes(name));
    const part = nextPart(pending, isBlank, ddl);
    if (part === null) return;
    const error = await runPart(engine, own, done, part);
    const former = done.length;
    done = await readStepsDone(engine.reader);
    // Whether this process ran a step or another one did: go on from there.
    if (error === undefined || done.length > former) {
      pause = 50;
      continue;
    }
    // The migrator makes its own tables before it locks: two that start together can conflict there too.
    const waited = performance.now() - startedAt;
    if (!(isContention(error) || isUniqueViolation(error)) || waited > waitMs) throw error;
    if (waited > reportAfterMs && !hasReported) {
      hasReported = true;
      report(
        `The schema's step ${part.names[0]} waits for other transactions, for up to ${waitMs / 60_000} minutes (${(error as Error).message}).`,
      );
    }
    await sleep(pause * (0.5 + Math.random()));
    pause = Math.min(2 * pause, longestPauseMs);
  }
}

/** @returns the error that ended it, if one did */
async function runPart(
  engine: Engine,
  own: Record<string, SchemaStep>,
  done: readonly string[],
  part: Part,
): Promise<unknown> {
  // The migrator wants to know every step that was done: those of a newer version stand here by their names alone.
  const migrations: Record<string, Migration> = Object.fromEntries(
    done.map((name) => [name, { up: async () => {} }]),
  );
  for (const name of part.names) migrations[name] = framed(own[name] as SchemaStep, part, engine.ddl);
  const migrator = new Migrator({
    db: engine.writer,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  });
  const { error } = await migrator.migrateToLatest({ disableTransactions: part.isOutside });
  return error;
}
