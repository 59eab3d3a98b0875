import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

/** How many notices an account has not read stands in its row, which the session's query reads anyway. */
function unreadTriggers(ddl: EngineDdl) {
  const add = (amount: string, account: string, when: string): string =>
    `update accounts set unread_notices = unread_notices + ${amount} where id = ${account} and ${when}`;
  return [
    ...ddl.after('notices', 'insert', add('1', 'new.account_id', 'new.read_at is null')),
    ...ddl.after(
      'notices',
      'update of read_at',
      `${add('-1', 'new.account_id', 'old.read_at is null and new.read_at is not null')};
       ${add('1', 'new.account_id', 'old.read_at is not null and new.read_at is null')}`,
    ),
    ...ddl.after('notices', 'delete', add('-1', 'old.account_id', 'old.read_at is null')),
  ];
}

/**
 * What happened, told to each of its readers: on their list at once, by mail when it is due. Beside it which kinds of mail a
 * reader has turned off, and the key that signs the addresses in a reader's mails which do so.
 */
export function createNotices(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('notices')
        .addColumn('id', ddl.idType, ddl.id)
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('event', 'text', (c) => c.notNull())
        .addColumn('about', 'text', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull())
        .addColumn('href', 'text', (c) => c.notNull())
        .addColumn('created_at', ddl.number, (c) => c.notNull())
        .addColumn('read_at', ddl.number)
        .addColumn('mail_due_at', ddl.number)
        .addColumn('is_daily', 'integer', (c) => c.notNull().check(sql`is_daily in (0, 1)`))
        .addUniqueConstraint('notices_once', ['kind', 'event', 'account_id'])
        .execute();
      for (const statement of [
        'create index notices_of_account on notices (account_id, id)',
        'create index notices_about on notices (account_id, about)',
        'create index notices_unread on notices (account_id, id) where read_at is null',
        'create index notices_due on notices (mail_due_at) where mail_due_at is not null',
        'create index notices_daily on notices (account_id, id) where is_daily = 1',
        'create index notices_by_age on notices (created_at)',
      ]) {
        await sql.raw(statement).execute(db);
      }
      await db.schema
        .createTable('turned_off_mails')
        .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
        .addColumn('mail', 'text', (c) => c.notNull())
        .addPrimaryKeyConstraint('turned_off_mails_pkey', ['account_id', 'mail'])
        .execute();
      await db.schema
        .createTable('mail_link_keys')
        .addColumn('account_id', ddl.number, (c) =>
          c.primaryKey().references('accounts.id').onDelete('cascade'),
        )
        .addColumn('secret', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('daily_mails')
        .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('day', 'text', (c) => c.notNull())
        .execute();
      await db.schema
        .alterTable('accounts')
        .addColumn('unread_notices', 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable('outbox').addColumn('turn_off_url', 'text').execute();
      for (const trigger of unreadTriggers(ddl)) await trigger.execute(db);
    },
  };
}
