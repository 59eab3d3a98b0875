import type { Migration } from 'kysely/migration';
import type { EngineDdl } from './engine.ts';
import type { Kysely } from 'kysely';
import { isMissingTable } from './database-errors.ts';
import type { Tables } from './schema.ts';

/**
 * Expand: the previous version runs beside and after it, unless `oldestProgram` is set;
 * `scripts/check-migrations` finds blocking statements.
 */
export type SchemaStep = Migration & {
  /** Contract: the newest step known to the oldest version permitted afterwards, `81` for `0081-…`. */
  oldestProgram?: number;
  /** For indexes built `concurrently`; must be repeatable. */
  outsideTransaction?: true;
  /** Exceptions from the check, by rule, with reasons. */
  allow?: Record<string, string>;
};

export type MakeStep = (ddl: EngineDdl) => SchemaStep;

/** 80 for `0080-baseline`. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** The message says what to do. */
export class SchemaOutOfRange extends Error {}

/** In order; empty for a blank database. */
export async function readStepsDone(database: Kysely<Tables>): Promise<string[]> {
  try {
    const rows = await database.selectFrom('migrations').select('name').orderBy('name').execute();
    return rows.map(({ name }) => name);
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

async function readOldestProgram(database: Kysely<Tables>): Promise<number> {
  const { oldest_program } = await database
    .selectFrom('schema_range')
    .select('oldest_program')
    .executeTakeFirstOrThrow();
  return oldest_program;
}

/**
 * @param known, @param done in order
 * @throws SchemaOutOfRange
 */
export async function requireSchemaInRange(
  database: Kysely<Tables>,
  known: readonly string[],
  done: readonly string[],
): Promise<void> {
  const newest = done.findLast((name) => !known.includes(name));
  const [first] = known;
  const last = known.at(-1);
  if (newest === undefined || first === undefined || last === undefined) return;
  if (numberOf(newest) < numberOf(first))
    throw new SchemaOutOfRange(
      `The database belongs to an earlier version of the portal (its schema ends at ${newest}). Run "npx capstone backup PLACE" with that version, then "npx capstone restore PLACE --keep-sessions" with this one, into an empty database`,
    );
  const oldest = await readOldestProgram(database);
  if (numberOf(last) >= oldest) return;
  throw new SchemaOutOfRange(
    `The database was migrated to ${newest}, but this version of the portal knows migrations up to ${last} only. Start a version that knows ${String(oldest).padStart(4, '0')} or later`,
  );
}

export async function shutOutProgramsBefore(database: Kysely<Tables>, step: number): Promise<void> {
  await database
    .updateTable('schema_range')
    .set({ oldest_program: step })
    .where('oldest_program', '<', step)
    .execute();
}
