import type { ColumnDefinitionBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

export type SnapshotRow = Record<string, unknown>;

export type Snapshot = {
  reader: Kysely<Tables>;
  /** Without parameters, in batches: memory stays flat. */
  stream(text: string, atOnce: number): AsyncIterable<SnapshotRow[]>;
};

/** Carries topics between processes. Lossy: polling makes up for it. */
export type Channel = {
  /** Reaches others within milliseconds, in one message. */
  send(topics: Iterable<string>): void;
  /** Flushes if that is quick. */
  close(): Promise<void>;
};

export type ChannelEars = {
  hear(topics: readonly string[]): void;
  /** After an interruption, or for an unknown topic. */
  hearAnything(): void;
  report(state: 'lost' | 'restored', error?: unknown): void;
};

/** Only `sqlite.ts` and `postgres.ts` know the engine. */
export type EngineName = 'sqlite' | 'postgres';

export type ConnectionLimits = {
  size: number;
  /** Milliseconds; 0 for none. */
  statementMs: number;
};

export const requestLimits: ConnectionLimits = { size: 16, statementMs: 3_500 };
export const commandLimits: ConnectionLimits = { size: 4, statementMs: 0 };

export type PoolFigures = { size: number; idle: number; waiting: number };

export type DamageDepth = 'whole' | 'quick';

export type Engine = {
  name: EngineName;
  /** One connection on SQLite. */
  writer: Kysely<Tables>;
  /** Never waits for an open transaction. */
  reader: Kysely<Tables>;
  /** A crash may undo the change as a whole. */
  runNonDurable<T>(change: (writer: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Rows of one instant, on a connection of its own. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Whether the database does it itself. */
  groupsCommits: boolean;
  pool(): PoolFigures | null;
  ddl: EngineDdl;
  /**
   * Checkpoints the write-ahead log, which removes erased data from disk.
   * @returns false while a reader holds an older state
   */
  foldLog(): Promise<boolean>;
  onFailure(listener: (error: unknown) => void): void;
  /**
   * Slow, beside requests. @param depth `quick` skips indexes: a fifth of the time
   * @returns the damage in the engine's words, or null
   */
  findDamage(depth: DamageDepth): Promise<string | null>;
  /** @throws DatabaseReplaced */
  requireInPlace(): void;
  openChannel(ears: ChannelEars): Channel;
  close(): Promise<void>;
};

/** FTS5 on SQLite, GIN on PostgreSQL. The writer cuts terms, so that both find the same rows. */
export type TextIndex = { name: string; table: string; key: string; column: string };

/** Statements that differ by engine. */
export type EngineDdl = {
  idType: 'integer' | 'bigint';
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  number: 'integer' | 'bigint';
  real: 'real' | 'double precision';
  bytes: 'blob' | 'bytea';
  forbid: (table: string, changes: readonly ('update' | 'delete')[]) => RawBuilder<unknown>[];
  /** @param condition lets rows (`old`) pass */
  forbidUnless: (table: string, change: 'update' | 'delete', condition: string) => RawBuilder<unknown>[];
  /** Runs statements (`a; b`) after each changed row, `new` and `old`. A second trigger needs a name. */
  after: (table: string, change: string, statements: string, name?: string) => RawBuilder<unknown>[];
  /** Other statements for a trigger of `after`. */
  replaceAfter: (table: string, change: string, statements: string, name?: string) => RawBuilder<unknown>[];
  /** Merges changes inserted into a table of sums; every reader sees the same sum. */
  addUp: (table: string, key: string, sums: readonly string[]) => RawBuilder<unknown>[];
  /** Used in `after`; see `isRefusedBy`. */
  refuseWhere: (name: string, condition: string) => string;
  /** Checks a foreign key to `id` once per statement, with the usual errors. No effect on SQLite. */
  checkByStatement: (table: string, column: string, target: string) => RawBuilder<unknown>[];
  /**
   * On PostgreSQL bulk inserts go to `NAME_pending`, which inherits without indexes, and are soon moved;
   * queries include its rows.
   * @param mayGo when a row (`old`) may be removed instead of moved
   */
  addPending: (table: string, mayGo: string) => RawBuilder<unknown>[];
  /** Short lock time-out, since others queue behind a waiting lock; no statement time-out. */
  beginStep: RawBuilder<unknown>[];
  /** Outside a transaction waiting does not block others. */
  beginOutsideTransaction: RawBuilder<unknown>[];
  endOutsideTransaction: RawBuilder<unknown>[];
  /** Whether migrations can run outside a transaction, beside changes. */
  hasConcurrentDdl: boolean;
  /**
   * First drops what an interrupted run left.
   * @param on such as `batch_id, id` or `task) where (is_marked = 0`
   */
  addIndex: (name: string, table: string, on: string, unique?: 'unique') => RawBuilder<unknown>[];
  /** Space-separated terms (`text-index.ts`). */
  addTextIndex: (index: TextIndex) => RawBuilder<unknown>[];
  /** For any language of the database. */
  bytewise: '' | ' collate "C"';
  forShare: '' | ' for share';
};
