import type { Migration } from 'kysely/migration';
import type { EngineDdl } from './engine.ts';

/**
 * One step of the schema. Processes of the version before run beside it while it runs and after it (expand), unless it
 * says otherwise; `scripts/check-migrations` looks for statements that would rewrite a large table or block it.
 */
export type SchemaStep = Migration & {
  /**
   * For a step that takes away what former versions use (contract): the number of the newest step that the oldest version
   * knows which may still run, as in `81` for a version whose last step is `0081-…`.
   */
  oldestProgram?: number;
  /**
   * Runs without a transaction where indexes are built beside running changes (PostgreSQL's `concurrently`). One that was
   * interrupted runs again from its start.
   */
  outsideTransaction?: true;
  /** Statements that the check refuses and that are right here all the same: the rule's name, and why. */
  allow?: Record<string, string>;
};

/** A migration file exports one function, which makes the step for an engine. */
export type MakeStep = (ddl: EngineDdl) => SchemaStep;

/** The number of a step, from its name: 80 for `0080-baseline`. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
