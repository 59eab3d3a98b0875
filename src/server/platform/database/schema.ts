import type { Generated } from 'kysely';

export type Flag = 0 | 1;
export type Id = Generated<number>;
export type Html = Generated<string | null>;

/**
 * Tables as rows are read, by the folder of src/server that owns them (`scripts/check-boundaries/` checks
 * it): others use its `queries.ts`.
 * Instants are milliseconds since 1970 UTC, flags 0 or 1, lists JSON; ids are internal.
 */
export interface TablesByOwner {
  platform: {
    /** Mail to send, written in the transaction that it reports. */
    outbox: {
      id: Id;
      /** Unique, such as `receipt:CAP-…`: no event is mailed twice. */
      event: string;
      recipient: string;
      subject: string;
      text: string;
      html: string;
      /** Whether it holds a token: the text is erased once sent or refused. */
      is_secret: Flag;
      /** Encrypted text and HTML; `text` and `html` then hold a notice only. */
      sealed: string | null;
      created_at: number;
      /** Earliest time to send; a sender moves it on first, which locks the row. */
      due_at: number;
      attempts: Generated<number>;
      sent_at: number | null;
      refused_at: number | null;
      last_error: string | null;
      /** One-click unsubscribe; null for mail that is always sent. */
      turn_off_url: string | null;
    };
    /** Applied migrations, written by Kysely's migrator. */
    migrations: { name: string; timestamp: string };
    /** One row: the oldest version that may run, by its newest step. */
    schema_range: { id: number; oldest_program: number };
    jobs: {
      id: Id;
      kind: string;
      /** Unique within a kind, to queue a job once; null for any number. */
      key: string | null;
      payload: string;
      created_at: number;
      /** When it was first due, before any retries. */
      wanted_at: number;
      /** When it runs next; while it runs, when its claim expires. */
      due_at: number;
      is_running: Generated<Flag>;
      /** When it was requested again while running. */
      wanted_again_at: number | null;
      attempts: Generated<number>;
      /** When it became a dead letter. */
      failed_at: number | null;
      last_error: string | null;
    };
    built_files: {
      path: string;
      content_type: string;
      encoding: 'gzip' | 'identity';
      body: Buffer;
      /** Last start of a process with it, to the day. */
      used_at: number;
    };
    /** Kept for 90 days; submissions have the key in their own row. */
    idempotency_keys: {
      account_id: number;
      kind: KeyKinds[keyof KeyKinds];
      idempotency_key: string;
      /** Of the request: other content is another request. */
      content_sha256: string;
      /** The row made or changed; null only within its transaction. */
      made_id: number | null;
      created_at: number;
    };
  };
}

/** Kinds of requests that are deduplicated, by the room that declares them. They are stored. */
export interface KeyKinds {}

type Owner = keyof TablesByOwner;
type TableName = { [O in Owner]: keyof TablesByOwner[O] }[Owner];

export type Tables = {
  [Name in TableName]: {
    [O in Owner]: Name extends keyof TablesByOwner[O] ? TablesByOwner[O][Name] : never;
  }[Owner];
};
