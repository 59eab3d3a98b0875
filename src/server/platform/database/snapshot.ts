import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

export type SnapshotRow = Record<string, unknown>;

export type Snapshot = {
  reader: Kysely<Tables>;
  /** Without parameters, in batches, so that memory stays flat. */
  stream(text: string, atOnce: number): AsyncIterable<SnapshotRow[]>;
};
