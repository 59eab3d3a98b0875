import type { ColumnDefinitionBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

export type SnapshotRow = Record<string, unknown>;

export type Snapshot = {
  reader: Kysely<Tables>;
  /** Without parameters, in batches, so that memory stays flat. */
  stream(text: string, atOnce: number): AsyncIterable<SnapshotRow[]>;
};

/** Carries topics between processes on one database. Lossy: polling makes up for it. */
export type Channel = {
  /** Notifies other processes within milliseconds, batched into one message. */
  send(topics: Iterable<string>): void;
  /** Flushes if that is quick, then closes. */
  close(): Promise<void>;
};

export type ChannelEars = {
  hear(topics: readonly string[]): void;
  /** The connection was interrupted, or the topic is unknown. */
  hearAnything(): void;
  report(state: 'lost' | 'restored', error?: unknown): void;
};

/** Only `sqlite.ts` and `postgres.ts` know the engine; all other code speaks Kysely. */
export type EngineName = 'sqlite' | 'postgres';

export type ConnectionLimits = {
  size: number;
  /** Statement time-out in milliseconds; 0 for none. */
  statementMs: number;
};

export const requestLimits: ConnectionLimits = { size: 16, statementMs: 3_500 };
/** May take as long as their data. */
export const commandLimits: ConnectionLimits = { size: 4, statementMs: 0 };

export type PoolFigures = { size: number; idle: number; waiting: number };

export type DamageDepth = 'whole' | 'quick';

export type Engine = {
  name: EngineName;
  /** SQLite has one such connection. */
  writer: Kysely<Tables>;
  /** Reads never wait for an open transaction. */
  reader: Kysely<Tables>;
  /** The commit does not wait for the disk: a crash may undo it as a whole. */
  runNonDurable<T>(change: (writer: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Reads the rows of one instant on a connection of its own. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Whether the database itself groups commits. */
  groupsCommits: boolean;
  /** Null for SQLite. */
  pool(): PoolFigures | null;
  ddl: EngineDdl;
  /**
   * Checkpoints the write-ahead log, which removes erased data from disk.
   * @returns false while a reader holds an older state
   */
  foldLog(): Promise<boolean>;
  onFailure(listener: (error: unknown) => void): void;
  /**
   * Checks the whole database for damage, beside requests; slow.
   * @param depth `quick` skips comparing indexes with rows, in a fifth of the time
   * @returns the damage in the engine's words, or null
   */
  findDamage(depth: DamageDepth): Promise<string | null>;
  /** @throws DatabaseReplaced when the open file is no longer at its path */
  requireInPlace(): void;
  openChannel(ears: ChannelEars): Channel;
  close(): Promise<void>;
};

/**
 * An index of a text column's terms: FTS5 on SQLite, GIN on PostgreSQL. The writer cuts the terms, so that
 * both find the same rows.
 */
export type TextIndex = { name: string; table: string; key: string; column: string };

/** Schema statements that differ by engine, for migrations. */
export type EngineDdl = {
  idType: 'integer' | 'bigint';
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  number: 'integer' | 'bigint';
  real: 'real' | 'double precision';
  bytes: 'blob' | 'bytea';
  forbid: (table: string, changes: readonly ('update' | 'delete')[]) => RawBuilder<unknown>[];
  /** Lets a `forbid` trigger pass rows, known as `old`. */
  forbidUnless: (table: string, change: 'update' | 'delete', condition: string) => RawBuilder<unknown>[];
  /** For an `after` trigger of the same table and change. */
  replaceAfter: (table: string, change: string, statements: string, name: string) => RawBuilder<unknown>[];
  /**
   * Runs statements, joined by semicolons, after each changed row, known as `new` and `old`. A second trigger
   * needs a name.
   */
  after: (table: string, change: string, statements: string, name?: string) => RawBuilder<unknown>[];
  /**
   * For a table of sums, to which changes are inserted: merges the rows of a key, with the same sum for every
   * reader.
   */
  addUp: (table: string, key: string, sums: readonly string[]) => RawBuilder<unknown>[];
  /** Refuses the change in `after`; see `isRefusedBy`. */
  refuseWhere: (name: string, condition: string) => string;
  /**
   * Checks a foreign key to `id` once per statement, for thousands of rows. Error codes stay the same. No
   * effect on SQLite.
   */
  checkByStatement: (table: string, column: string, target: string) => RawBuilder<unknown>[];
  /**
   * A table `NAME_pending` that inherits from an append-only one, without indexes: bulk inserts go there and
   * are soon moved. Queries of the first table include its rows. None on SQLite.
   * @param mayGo when a row, known as `old`, may be removed instead of moved
   */
  addPending: (table: string, mayGo: string) => RawBuilder<unknown>[];
  /** Drops a trigger of `after` or `addUp`. */
  dropAfter: (table: string, change: string, name?: string) => RawBuilder<unknown>[];
  /** Short lock time-out, since others queue behind a waiting lock; no statement time-out. */
  beginStep: RawBuilder<unknown>[];
  /** A migration outside a transaction may wait long without blocking others. */
  beginOutsideTransaction: RawBuilder<unknown>[];
  endOutsideTransaction: RawBuilder<unknown>[];
  /** Whether migrations can run outside a transaction, beside changes. */
  hasConcurrentDdl: boolean;
  /**
   * In an `outsideTransaction` migration; first drops what an interrupted run left.
   * @param on as in `batch_id, id` or `task) where (is_marked = 0`
   */
  addIndex: (name: string, table: string, on: string, unique?: 'unique') => RawBuilder<unknown>[];
  /** Of space-separated terms (`text-index.ts`). */
  addTextIndex: (index: TextIndex) => RawBuilder<unknown>[];
  /** Compares byte by byte, whatever the database's language. */
  bytewise: '' | ' collate "C"';
  forShare: '' | ' for share';
};
