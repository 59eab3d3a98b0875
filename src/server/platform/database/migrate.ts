import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { isContention, isUniqueViolation } from './database-errors.ts';
import { withoutConcurrentDdl } from './ddl.ts';
import type { Engine, EngineDdl } from './engine.ts';
import {
  type MakeStep,
  readStepsDone,
  requireSchemaInRange,
  type SchemaStep,
  shutOutProgramsBefore,
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

export const baselineStep = '0080-baseline';

/** Earlier ways to the same schema. */
const stepsBefore = `
  0001-portal 0002-standings 0003-forums 0004-receipt-key 0005-outbox 0006-writings 0007-uploads
  0008-words-of-sent-mail 0009-standard-names 0010-idempotency-keys 0011-uploads-anywhere 0012-jobs
  0013-operator-texts 0014-batch-counts 0015-schema-range 0016-batch-counts-before 0017-queue-indexes
  0018-refused-mail 0019-built-files 0020-project-ids 0021-comment-counts 0022-comment-counts-before
  0023-confirmed-addresses 0024-own-account 0025-account-limits 0026-mail-of-recipient 0027-sealed-secrets
  0028-second-factors 0029-external-identities 0030-student-progress 0031-student-progress-before
  0032-staff-notes 0033-audit-of-subject 0034-fair-order 0035-notices 0036-announcements 0037-releases
  0038-release-indexes 0039-due-days 0040-former-selections 0041-briefs 0042-rubrics 0043-retired-catalogue
  0044-backups 0045-people 0046-people-before 0047-joining-and-seats 0048-sample-removal 0049-submitted-when
  0050-intake 0051-audit-lines 0052-audit-indexes 0053-anonymisations 0054-file-index 0055-question-words
  0056-question-words-before 0057-references-by-statement 0058-slimmer-audit-indexes 0059-intake-known
  0060-post-formats 0061-question-changes 0062-pending-audit-lines 0063-presences 0064-question-solutions
  0065-anonymous-posts 0066-own-comments 0067-comments-not-deleted 0068-unread-posts
  0069-unread-posts-before 0070-mentions 0071-names-of-batch 0072-attachments 0073-post-reports
  0074-post-interventions 0075-folded-names 0076-folded-names-of-batch 0077-post-html 0078-links-first
`
  .trim()
  .split(/\s+/);

/** Later steps added no table: a start completes them. */
const firstTaken = stepsBefore.indexOf('0074-post-interventions');

export const lastStepBefore = stepsBefore.at(-1);

function isBeforeBaseline(steps: readonly string[]): boolean {
  return steps.length > firstTaken && steps.join() === stepsBefore.slice(0, steps.length).join();
}

/** For backups of the last versions before the baseline. */
export function countAsBaseline<Manifest extends { steps: string[]; tables: { name: string }[] }>(
  manifest: Manifest,
): Manifest {
  if (!isBeforeBaseline(manifest.steps)) return manifest;
  // Would let earlier versions run on the restored database.
  const tables = manifest.tables.filter(({ name }) => name !== 'schema_range');
  return { ...manifest, steps: [baselineStep], tables };
}
