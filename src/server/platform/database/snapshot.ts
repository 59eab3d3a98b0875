import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export type SnapshotRow = Record<string, unknown>;

/** The rows of one instant. */
export type Snapshot = {
  reader: Kysely<Tables>;
  /** All rows of a query without parameters, in batches, so that memory stays flat. */
  stream(text: string, atOnce: number): AsyncIterable<SnapshotRow[]>;
};
