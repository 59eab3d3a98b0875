import { setTimeout as sleep } from 'node:timers/promises';
import { Migrator, type Migration } from 'kysely/migration';
import { isContention, isUniqueViolation } from './database-errors.ts';
import type { Engine, EngineDdl } from './engine.ts';
import { createPortal } from './migrations/0001-portal.ts';
import { createStandings } from './migrations/0002-standings.ts';
import { createForums } from './migrations/0003-forums.ts';
import { createReceiptKey } from './migrations/0004-receipt-key.ts';
import { createOutbox } from './migrations/0005-outbox.ts';
import { indexWritings } from './migrations/0006-writings.ts';
import { createUploads } from './migrations/0007-uploads.ts';
import { indexWordsOfSentMail } from './migrations/0008-words-of-sent-mail.ts';
import { useStandardNames } from './migrations/0009-standard-names.ts';

/** The schema's migrations, in order; one that has been released is never changed again. */
export const steps: Record<string, (ddl: EngineDdl) => Migration> = {
  '0001-portal': createPortal,
  '0002-standings': createStandings,
  '0003-forums': createForums,
  '0004-receipt-key': createReceiptKey,
  '0005-outbox': createOutbox,
  '0006-writings': indexWritings,
  '0007-uploads': createUploads,
  '0008-words-of-sent-mail': indexWordsOfSentMail,
  '0009-standard-names': useStandardNames,
};

/** How long a migration waits for another process's, in milliseconds. */
const waitMs = 30_000;

/**
 * Brings the schema up to date: all pending steps in one transaction that takes the write lock first (SQLite) or an
 * advisory lock (PostgreSQL). Processes that start together wait for each other; one killed midway leaves nothing.
 * @param selected the steps that the schema shall have; tests leave some out or add some
 * @throws the error of the step that failed
 */
export async function migrate(engine: Engine, selected: typeof steps = steps): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(selected).map(([name, step]) => [name, step(engine.ddl)]),
  );
  const migrator = new Migrator({
    db: engine.writer,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
  });
  const giveUpAt = performance.now() + waitMs;
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    // The migrator makes its own tables before it locks: two that start together can conflict there too.
    const isContended = isContention(error) || isUniqueViolation(error);
    if (!isContended || performance.now() > giveUpAt) throw error;
    await sleep(50);
  }
}
