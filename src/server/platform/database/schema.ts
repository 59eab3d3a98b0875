import type { ColumnType, Generated, SelectType } from 'kysely';
import type { StoredTables } from './stored-tables.ts';

export type Flag = 0 | 1;
declare const asStored: unique symbol;
/** The column's or table's types in `stored-tables.ts` say all. */
export type AsStored = { readonly [asStored]: true };

/**
 * Tables by owner; other rooms use its `queries.ts` (`scripts/check-boundaries/`). Of the columns, only those that
 * need a comment or a narrower type than the schema's. Instants are milliseconds since 1970 UTC, lists JSON.
 */
export interface TablesByOwner {
  platform: {
    /** The transactional outbox. */
    outbox: {
      /** Unique, such as `receipt:CAP-…`: none is mailed twice. */
      event: AsStored;
      /** Holds a token: erased once sent or refused. */
      is_secret: AsStored;
      /** Encrypted; `text` and `html` then hold a notice. */
      sealed: AsStored;
      /** Earliest time; a sender moves it on, which locks the row. */
      due_at: AsStored;
      /** One-click unsubscribe; null for mail always sent. */
      turn_off_url: AsStored;
      /** RFC 5546, sent as a part of the mail. */
      calendar: AsStored;
    };
    /** Written by Kysely's migrator. */
    migrations: AsStored;
    /** One row: the oldest version that may run, by its newest step. */
    schema_range: AsStored;
    jobs: {
      /** Unique within a kind, to queue once; null for any number. */
      key: AsStored;
      /** First due time, before retries. */
      wanted_at: AsStored;
      /** Next run; while running, when the claim expires. */
      due_at: AsStored;
      /** Requested again while running. */
      wanted_again_at: AsStored;
      /** When it became a dead letter. */
      failed_at: AsStored;
    };
    built_files: {
      encoding: 'gzip' | 'identity';
      /** A process's last start with it, to the day. */
      used_at: AsStored;
    };
    /** Kept for 90 days; submissions hold their own key. */
    idempotency_keys: {
      /** Of the call; that of existing calls outlives us. */
      kind: AsStored;
      /** Other content is another request. */
      content_sha256: AsStored;
      /** Null only within its own transaction. */
      made_id: AsStored;
    };
    alarms: {
      /** A random UUID. */
      id: AsStored;
      /** Of acknowledged ones that last: those that have not ended. */
      facts: AsStored;
    };
  };
}

type Owner = keyof TablesByOwner;
type TableName = { [O in Owner]: keyof TablesByOwner[O] }[Owner];
type Declared<Name extends TableName> = {
  [O in Owner]: Name extends keyof TablesByOwner[O] ? TablesByOwner[O][Name] : never;
}[Owner];

type Column<Stored, Narrower> = Narrower extends AsStored
  ? Stored
  : Stored extends ColumnType<unknown, unknown, unknown>
    ? Generated<Narrower>
    : Narrower;

export type Tables = {
  [Name in TableName]: {
    [C in keyof StoredTables[Name]]: C extends keyof Declared<Name>
      ? Column<StoredTables[Name][C], Declared<Name>[C]>
      : StoredTables[Name][C];
  };
};

type Misdeclared = {
  [Name in TableName]: {
    [C in Exclude<keyof Declared<Name>, keyof AsStored>]: C extends keyof StoredTables[Name]
      ? Declared<Name>[C] extends AsStored | SelectType<StoredTables[Name][C]>
        ? never
        : [Name, C]
      : [Name, C];
  }[Exclude<keyof Declared<Name>, keyof AsStored>];
}[TableName];
type Never<T extends never> = T;
/** Does not compile where a room declares a column that is not stored, or with a type that is not. */
export type AllDeclaredAreStored = Never<Misdeclared>;
