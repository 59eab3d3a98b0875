import type { ColumnDefinitionBuilder, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Channel, ChannelEars } from './channel.ts';
import type { Tables } from './schema.ts';
import type { Snapshot } from './snapshot.ts';

/** `sqlite.ts` and `postgres.ts` make engines; everything else speaks Kysely and does not know which one runs. */
export type EngineName = 'sqlite' | 'postgres';

/** Bounds on the connections of a process; the embedded engine has none. */
export type ConnectionLimits = {
  /** The most connections. */
  size: number;
  /** How long a statement may run before the database ends it, in milliseconds; 0 for as long as it takes. */
  statementMs: number;
};

/** For a process that serves requests. */
export const requestLimits: ConnectionLimits = { size: 16, statementMs: 3_500 };
/** For an operator's command, which may take as long as its data. */
export const commandLimits: ConnectionLimits = { size: 4, statementMs: 0 };

/** Connections at this moment: how many there are, how many of them are idle, and how many queries wait for one. */
export type PoolFigures = { size: number; idle: number; waiting: number };

export type DamageDepth = 'whole' | 'quick';

export type Engine = {
  name: EngineName;
  /** For writing; on SQLite the one connection that writes. */
  writer: Kysely<Tables>;
  /** For reads, which never wait for an open transaction. */
  reader: Kysely<Tables>;
  /** Runs a transaction whose commit does not wait for the disk: a crash may undo it, as a whole. */
  runNonDurable<T>(change: (writer: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Reads the rows of one instant, for as long as it takes, on a connection of its own; changes go on meanwhile. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Whether the database itself does group commit: transactions that end at the same time share one sync. */
  groupsCommits: boolean;
  /** Null for an engine without a pool of connections. */
  pool(): PoolFigures | null;
  ddl: EngineDdl;
  /**
   * Folds the log of changes into the database file, in which what is erased leaves no trace then.
   * @returns false while somebody reads what was there before; always true where the server keeps its own log
   */
  foldLog(): Promise<boolean>;
  /** Sets who hears of each statement that fails. */
  onFailure(listener: (error: unknown) => void): void;
  /**
   * Looks through the whole database for damage, beside changes and requests, for as long as that takes.
   * @param depth `quick` does not compare indexes with the rows of their tables, and takes a fifth of the time
   * @returns what is wrong, in the engine's words; null where nothing is found
   */
  findDamage(depth: DamageDepth): Promise<string | null>;
  /** @throws DatabaseReplaced when the file that is open is no longer the one at its path */
  requireInPlace(): void;
  /** Opens a way to tell other processes on the same database what has changed, and to hear of it. */
  openChannel(ears: ChannelEars): Channel;
  close(): Promise<void>;
};

/**
 * An index by the terms in a text column, which whoever writes the row has cut: FTS5 on SQLite, a GIN index of a `tsvector` on
 * PostgreSQL. Neither engine's own rule for words comes in, so that both find the same rows.
 */
export type TextIndex = { name: string; table: string; key: string; column: string };

/** What migrations need where the two engines' schema statements differ. */
export type EngineDdl = {
  /** The type of a primary key that the database counts up. */
  idType: 'integer' | 'bigint';
  id: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
  number: 'integer' | 'bigint';
  real: 'real' | 'double precision';
  bytes: 'blob' | 'bytea';
  /** Triggers that make a table refuse the named changes. */
  forbid: (table: string, changes: readonly ('update' | 'delete')[]) => RawBuilder<unknown>[];
  /** Lets a trigger that `forbid` made pass the rows, known as `old`, for which a condition holds. */
  forbidUnless: (table: string, change: 'update' | 'delete', condition: string) => RawBuilder<unknown>[];
  /** Gives a trigger that `after` made other statements; table and change stay. */
  replaceAfter: (table: string, change: string, statements: string, name: string) => RawBuilder<unknown>[];
  /**
   * A trigger that runs statements, joined by semicolons, after each changed row, known as `new` and, before the change, as
   * `old`. A second trigger of the same change needs a name of its own.
   */
  after: (table: string, change: string, statements: string, name?: string) => RawBuilder<unknown>[];
  /**
   * A trigger that keeps few rows in a table of sums, to which changes are only ever added as rows of their own: it adds
   * those of a key up into one. The sum of a key's rows is the same before and after, for every reader.
   */
  addUp: (table: string, key: string, sums: readonly string[]) => RawBuilder<unknown>[];
  /** A statement for `after`: refuses the change where a condition holds; `isRefusedBy` knows the error by the name. */
  refuseWhere: (name: string, condition: string) => string;
  /**
   * Has a foreign key to `id` checked once for all rows of a statement in place of once for each, where a statement may bring
   * thousands that refer to the same few rows. What it refuses, and the error's code, stay the same; the embedded engine's own
   * check takes no time worth saving.
   */
  checkByStatement: (table: string, column: string, target: string) => RawBuilder<unknown>[];
  /**
   * A table `NAME_pending` beside one that never forgets a row, for a statement that writes tens of thousands: it has the same
   * columns, counts the same ids, and no index. Whoever reads, changes or removes rows of the first one has those of the second
   * among them; new ones go into it by its own name, and are soon moved. The embedded engine, which writes such rows fast enough,
   * has none.
   * @param mayGo the condition, as of `forbidUnless`, by which a row, known as `old`, is removed and not only moved
   */
  addPending: (table: string, mayGo: string) => RawBuilder<unknown>[];
  /** Drops a trigger that `after` or `addUp` made; one with a name of its own by that. */
  dropAfter: (table: string, change: string, name?: string) => RawBuilder<unknown>[];
  /** Begins a step of the schema: a lock that others queue behind is waited for only briefly, and the work itself not cut off. */
  beginStep: RawBuilder<unknown>[];
  /** Begins and ends a step outside a transaction, which may wait for other transactions without being in anybody's way. */
  beginOutsideTransaction: RawBuilder<unknown>[];
  endOutsideTransaction: RawBuilder<unknown>[];
  /** Whether a step can run beside changes, outside a transaction. */
  hasConcurrentDdl: boolean;
  /**
   * Adds an index to a table that is in use, in a step `outsideTransaction`; what an interrupted run left of it goes first.
   * @param on the indexed columns and whatever follows them, as in `batch_id, id` or `task) where (is_marked = 0`
   */
  addIndex: (name: string, table: string, on: string, unique?: 'unique') => RawBuilder<unknown>[];
  /**
   * An index by the terms in a text column, which stand there one after the other with a space between; see `text-index.ts`. The
   * database keeps it in the same change, whoever writes the rows.
   */
  addTextIndex: (index: TextIndex) => RawBuilder<unknown>[];
  /** Follows a column's type, or a text, that is compared and folded byte by byte, whatever the database's language. */
  bytewise: '' | ' collate "C"';
  /** Ends a query that locks its rows against changes until the transaction's end. */
  forShare: '' | ' for share';
};
