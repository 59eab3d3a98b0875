import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export type SnapshotRow = Record<string, unknown>;

/** The rows of one instant, whatever others change meanwhile. */
export type Snapshot = {
  reader: Kysely<Tables>;
  /**
   * All rows of a query without parameters, a few at a time, so that memory stays flat.
   * @param atOnce how many
   */
  stream(text: string, atOnce: number): AsyncIterable<SnapshotRow[]>;
};
