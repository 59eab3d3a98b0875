import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds sent mails whose words are still there, without reading all that was ever sent. */
export function indexWordsOfSentMail(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await sql`create index outbox_words on outbox (sent_at) where sent_at is not null and text <> ''`.execute(
        db,
      );
    },
  };
}
