import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { isContention, isUniqueViolation } from './database-errors.ts';
import { withoutConcurrentDdl } from './ddl.ts';
import type { Engine, EngineDdl } from './engine.ts';
import {
  readStepsDone,
  requireSchemaInRange,
  shutOutProgramsBefore,
  type MakeStep,
  type SchemaStep,
} from './schema-step.ts';
import type { Tables } from './schema.ts';

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

/** A released step never changes. */
export const steps = await readSteps();

/** In milliseconds. */
const waitMs = 300_000;
const longestPauseMs = 1_000;
const reportAfterMs = 5_000;

type Part = { names: string[]; isOutside: boolean };

/** A blank schema at once, so that a killed process leaves nothing; else one step, to hold locks briefly. */
function nextPart(pending: [string, SchemaStep][], isBlank: boolean, ddl: EngineDdl): Part | null {
  const [first] = pending;
  if (first === undefined) return null;
  const [name, step] = first;
  return {
    names: isBlank ? pending.map(([pendingName]) => pendingName) : [name],
    isOutside: step.outsideTransaction === true && ddl.hasConcurrentDdl,
  };
}

/** Adds time-outs and the oldest version that may run afterwards. */
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
 * Each pending step runs in a transaction with the write lock (SQLite) or an advisory lock (PostgreSQL), a
 * blank schema in one. Leaves newer schemas alone.
 * @param report hears, in words, what a migration waits for
 * @throws SchemaOutOfRange when only another version may run on the schema
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
    // There was progress, perhaps by another process.
    if (error === undefined || done.length > former) {
      pause = 50;
      continue;
    }
    // Concurrent starts conflict on the migrator's tables before locking.
    const waited = performance.now() - startedAt;
    if (!(isContention(error) || isUniqueViolation(error)) || waited > waitMs) throw error;
    if (waited > reportAfterMs && !hasReported) {
      hasReported = true;
      report(
        `Migration ${part.names[0]} is waiting for other transactions, for up to ${waitMs / 60_000} minutes (${(error as Error).message}).`,
      );
    }
    await sleep(pause * (0.5 + Math.random()));
    pause = Math.min(2 * pause, longestPauseMs);
  }
}

async function runPart(
  engine: Engine,
  own: Record<string, SchemaStep>,
  done: readonly string[],
  part: Part,
): Promise<unknown> {
  // The migrator requires every applied step, also newer ones.
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
