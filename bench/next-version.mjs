import { steps } from '#server/platform/database/migrate';

/** Loaded before a portal: it is the next version, whose migration adds a column to what every request reads. */
export const nextMigration = '9999-next-version';
const tables = ['accounts', 'sessions', 'questions', 'submissions'];

steps[nextMigration] = () => ({
  async up(db) {
    for (const table of tables) await db.schema.alterTable(table).addColumn('next_version', 'text').execute();
  },
});
