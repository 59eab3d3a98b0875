import type { ColumnDefinitionBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Channel, ChannelEars } from './channel.ts';
import type { Tables } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

/** Made by `sqlite.ts` and `postgres.ts`; all other code speaks Kysely and does not know the engine. */
export type EngineName = 'sqlite' | 'postgres';

/** Bounds on a process's connections to PostgreSQL. */
export type ConnectionLimits = {
  size: number;
  /** Statement time-out in milliseconds; 0 for none. */
  statementMs: number;
};

/** For the server. */
export const requestLimits: ConnectionLimits = { size: 16, statementMs: 5_000 };
/** For commands, which may take as long as their data. */
export const commandLimits: ConnectionLimits = { size: 4, statementMs: 0 };

/** Current connections, idle ones, and queries that wait for one. */
export type PoolFigures = { size: number; idle: number; waiting: number };

export type DamageDepth = 'whole' | 'quick';

export type Engine = {
  name: EngineName;
  /** For writes; SQLite has one such connection. */
  writer: Kysely<Tables>;
  /** For reads, which never wait for an open transaction. */
  reader: Kysely<Tables>;
  /** Runs a transaction whose commit does not wait for the disk: a crash may undo it as a whole. */
  runNonDurable<T>(change: (writer: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Reads the rows of one instant on a connection of its own, beside ongoing changes. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Whether the database itself groups commits into one sync. */
  groupsCommits: boolean;
  /** Null for SQLite. */
  pool(): PoolFigures | null;
  ddl: EngineDdl;
  /**
   * Checkpoints the write-ahead log into the database file, which removes erased data from disk.
   * @returns false while a reader holds an older state; always true on PostgreSQL
   */
  foldLog(): Promise<boolean>;
  /** Sets the listener to failed statements. */
  onFailure(listener: (error: unknown) => void): void;
  /**
   * Checks the whole database for damage, beside requests; slow.
   * @param depth `quick` skips comparing indexes with rows and takes a fifth of the time
   * @returns the damage in the engine's words, or null
   */
  findDamage(depth: DamageDepth): Promise<string | null>;
  /** @throws DatabaseReplaced when the open file is no longer at its path */
  requireInPlace(): void;
  /** Opens a channel to other processes on the same database. */
  openChannel(ears: ChannelEars): Channel;
  close(): Promise<void>;
};

/**
 * An index of the terms in a text column: FTS5 on SQLite, GIN on PostgreSQL. The writer cuts the terms, so
 * that both engines find the same rows.
 */
export type TextIndex = { name: string; table: string; key: string; column: string };

/** Schema statements that differ by engine, for migrations. */
export type EngineDdl = {
  /** Type of a generated primary key. */
  idType: 'integer' | 'bigint';
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  number: 'integer' | 'bigint';
  real: 'real' | 'double precision';
  bytes: 'blob' | 'bytea';
  /** Triggers that refuse the named changes. */
  forbid: (table: string, changes: readonly ('update' | 'delete')[]) => RawBuilder<unknown>[];
  /** Lets a `forbid` trigger pass rows, known as `old`, that meet a condition. */
  forbidUnless: (table: string, change: 'update' | 'delete', condition: string) => RawBuilder<unknown>[];
  /** Replaces the statements of an `after` trigger of the same table and change. */
  replaceAfter: (table: string, change: string, statements: string, name: string) => RawBuilder<unknown>[];
  /**
   * A trigger that runs statements, joined by semicolons, after each changed row, known as `new` and `old`. A
   * second one for the same change needs a name.
   */
  after: (table: string, change: string, statements: string, name?: string) => RawBuilder<unknown>[];
  /**
   * A trigger for a table of sums, to which changes are inserted as rows: it merges the rows of a key. Every
   * reader sees the same sum before and after.
   */
  addUp: (table: string, key: string, sums: readonly string[]) => RawBuilder<unknown>[];
  /** A statement for `after` that refuses the change where a condition holds; see `isRefusedBy`. */
  refuseWhere: (name: string, condition: string) => string;
  /**
   * Checks a foreign key to `id` once per statement instead of once per row, for statements with thousands of
   * rows. Error codes stay the same. No effect on SQLite, which is fast enough.
   */
  checkByStatement: (table: string, column: string, target: string) => RawBuilder<unknown>[];
  /**
   * A table `NAME_pending` that inherits from an append-only one, has no index and shares its ids: bulk
   * inserts go there and are soon moved. Queries of the first table include its rows. None on SQLite, which
   * is fast enough.
   * @param mayGo the condition, as of `forbidUnless`, for removing a row, known as `old`, instead of moving
   *   it
   */
  addPending: (table: string, mayGo: string) => RawBuilder<unknown>[];
  /** Drops a trigger of `after` or `addUp`, by its name if it has one. */
  dropAfter: (table: string, change: string, name?: string) => RawBuilder<unknown>[];
  /**
   * Begins a migration: short lock time-out, since others queue behind a waiting lock; no statement time-out.
   */
  beginStep: RawBuilder<unknown>[];
  /** Begin and end a migration outside a transaction, which may wait long without blocking others. */
  beginOutsideTransaction: RawBuilder<unknown>[];
  endOutsideTransaction: RawBuilder<unknown>[];
  /** Whether migrations can run beside changes, outside a transaction. */
  hasConcurrentDdl: boolean;
  /**
   * Adds an index in an `outsideTransaction` migration; first drops what an interrupted run left.
   * @param on the columns and what follows them, as in `batch_id, id` or `task) where (is_marked = 0`
   */
  addIndex: (name: string, table: string, on: string, unique?: 'unique') => RawBuilder<unknown>[];
  /** An index of the space-separated terms in a text column (`text-index.ts`), updated with each change. */
  addTextIndex: (index: TextIndex) => RawBuilder<unknown>[];
  /** Collation that compares byte by byte, whatever the database's language. */
  bytewise: '' | ' collate "C"';
  /** Locks the selected rows against changes until the transaction ends. */
  forShare: '' | ' for share';
};
