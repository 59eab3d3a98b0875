import type { Migration } from 'kysely/migration';
import type { EngineDdl } from './engine.ts';

/**
 * One migration. The previous version runs beside and after it (expand), unless `oldestProgram` says
 * otherwise; `scripts/check-migrations` finds statements that block or rewrite a large table.
 */
export type SchemaStep = Migration & {
  /**
   * For a step that removes what earlier versions use (contract): the newest step that the oldest permitted
   * version knows, `81` for `0081-…`.
   */
  oldestProgram?: number;
  /**
   * Runs without a transaction, for indexes built `concurrently` (PostgreSQL). Must be repeatable after an
   * interruption.
   */
  outsideTransaction?: true;
  /** Exceptions from the check: the rule's name, and why. */
  allow?: Record<string, string>;
};

/** A migration file exports one such function. */
export type MakeStep = (ddl: EngineDdl) => SchemaStep;

/** A step's number: 80 for `0080-baseline`. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
