import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../../engine.ts';
import { addIndexes, run } from './statements.ts';

/** In the account's row, which the session reads anyway. */
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

/** Written in the change that it reports. A row per event, kept for ever: none is mailed twice. */
async function createOutbox(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('event', 'text', (c) => c.notNull().unique())
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('is_secret', 'integer', (c) => c.notNull().check(sql`is_secret in (0, 1)`))
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('due_at', ddl.number, (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('sent_at', ddl.number)
    .addColumn('refused_at', ddl.number)
    .addColumn('last_error', 'text')
    .addColumn('sealed', 'text')
    .addColumn('turn_off_url', 'text')
    .execute();
  await addIndexes(db, [
    'index outbox_due on outbox (due_at) where sent_at is null and refused_at is null',
    `index outbox_words on outbox (sent_at) where sent_at is not null and text <> ''`,
    'index outbox_refused on outbox (id) where (refused_at is not null)',
    'index outbox_of_recipient on outbox (recipient, created_at)',
    // Mails with links are sent first.
    'index outbox_links on outbox (due_at) where (is_secret = 1 and sent_at is null and refused_at is null)',
  ]);
  await run(db, ddl.forbid('outbox', ['delete']));
}

export async function createNotices(db: Kysely<unknown>, ddl: EngineDdl): Promise<void> {
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
  await db.schema
    .createTable('turned_off_mails')
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('mail', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('turned_off_mails_pkey', ['account_id', 'mail'])
    .execute();
  await db.schema
    .createTable('mail_link_keys')
    .addColumn('account_id', ddl.number, (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('daily_mails')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('day', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('announcements')
    .addColumn('id', ddl.idType, ddl.id)
    .addColumn('batch_id', ddl.number, (c) => c.notNull().references('batches.id'))
    .addColumn('author_id', ddl.number, (c) => c.notNull().references('accounts.id'))
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('created_at', ddl.number, (c) => c.notNull())
    .addColumn('pinned_until', ddl.number, (c) => c.notNull())
    .addColumn('withdrawn_at', ddl.number)
    .addColumn('told', 'integer', (c) => c.notNull())
    .addColumn('seen_by', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('announcement_views')
    .addColumn('announcement_id', ddl.number, (c) => c.notNull().references('announcements.id'))
    .addColumn('account_id', ddl.number, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('announcement_views_pkey', ['announcement_id', 'account_id'])
    .execute();
  await addIndexes(db, [
    'index notices_of_account on notices (account_id, id)',
    'index notices_about on notices (account_id, about)',
    'index notices_unread on notices (account_id, id) where read_at is null',
    'index notices_due on notices (mail_due_at) where mail_due_at is not null',
    'index notices_daily on notices (account_id, id) where is_daily = 1',
    'index notices_by_age on notices (created_at)',
    'index announcements_pinned on announcements (batch_id, pinned_until) where withdrawn_at is null',
  ]);
  await run(db, [
    ...unreadTriggers(ddl),
    ...ddl.forbid('announcements', ['delete']),
    ...ddl.after(
      'announcement_views',
      'insert',
      'update announcements set seen_by = seen_by + 1 where id = new.announcement_id',
    ),
  ]);
  await createOutbox(db, ddl);
}
