import type { Migration } from 'kysely/migration';
import type { EngineDdl } from './engine.ts';

/**
 * The previous version runs beside and after it (expand), unless `oldestProgram` says otherwise;
 * `scripts/check-migrations` finds blocking statements.
 */
export type SchemaStep = Migration & {
  /**
   * For a step that removes what earlier versions use (contract): the newest step that the oldest permitted
   * version knows, `81` for `0081-…`.
   */
  oldestProgram?: number;
  /** For indexes built `concurrently` (PostgreSQL). Must be repeatable. */
  outsideTransaction?: true;
  /** Exceptions from the check: the rule's name, and why. */
  allow?: Record<string, string>;
};

export type MakeStep = (ddl: EngineDdl) => SchemaStep;

/** 80 for `0080-baseline`. */
export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}
