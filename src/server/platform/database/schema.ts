import type { Generated } from 'kysely';

export type Flag = 0 | 1;
export type Id = Generated<number>;
export type Html = Generated<string | null>;

/**
 * As read, by owner; other rooms use its `queries.ts` (`scripts/check-boundaries/`).
 * Instants are milliseconds since 1970 UTC, flags 0 or 1, lists JSON; ids are internal.
 */
export interface TablesByOwner {
  platform: {
    /** The transactional outbox. */
    outbox: {
      id: Id;
      /** Unique, such as `receipt:CAP-…`: none is mailed twice. */
      event: string;
      recipient: string;
      subject: string;
      text: string;
      html: string;
      /** Holds a token: erased once sent or refused. */
      is_secret: Flag;
      /** Encrypted; `text` and `html` then hold a notice. */
      sealed: string | null;
      created_at: number;
      /** Earliest time; a sender moves it on, which locks the row. */
      due_at: number;
      attempts: Generated<number>;
      sent_at: number | null;
      refused_at: number | null;
      last_error: string | null;
      /** One-click unsubscribe; null for mail always sent. */
      turn_off_url: string | null;
      /** RFC 5546, sent as a part of the mail. */
      calendar: string | null;
    };
    /** Written by Kysely's migrator. */
    migrations: { name: string; timestamp: string };
    /** One row: the oldest version that may run, by its newest step. */
    schema_range: { id: number; oldest_program: number };
    jobs: {
      id: Id;
      kind: string;
      /** Unique within a kind, to queue once; null for any number. */
      key: string | null;
      payload: string;
      created_at: number;
      /** First due time, before retries. */
      wanted_at: number;
      /** Next run; while running, when the claim expires. */
      due_at: number;
      is_running: Generated<Flag>;
      /** Requested again while running. */
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
      /** A process's last start with it, to the day. */
      used_at: number;
    };
    /** Kept for 90 days; submissions hold their own key. */
    idempotency_keys: {
      account_id: number;
      /** Of the call; that of existing calls outlives us. */
      kind: string;
      idempotency_key: string;
      /** Other content is another request. */
      content_sha256: string;
      /** Null only within its own transaction. */
      made_id: number | null;
      created_at: number;
    };
    alarms: {
      /** A random UUID. */
      id: string;
      kind: string;
      /** Of acknowledged ones that last: those that have not ended. */
      facts: string;
      found_at: number;
      acknowledged_at: number | null;
    };
  };
}

type Owner = keyof TablesByOwner;
type TableName = { [O in Owner]: keyof TablesByOwner[O] }[Owner];

export type Tables = {
  [Name in TableName]: {
    [O in Owner]: Name extends keyof TablesByOwner[O] ? TablesByOwner[O][Name] : never;
  }[Owner];
};
