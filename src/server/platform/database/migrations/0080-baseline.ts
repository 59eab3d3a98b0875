import { sql, type Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { createAccounts } from './baseline/accounts.ts';
import { createCatalogue, createMentorsAndRubrics } from './baseline/catalogue.ts';
import { createForum } from './baseline/forum.ts';
import { createMarking } from './baseline/marking.ts';
import { createNotices } from './baseline/notices.ts';
import { createOperations } from './baseline/operations.ts';
import { createPeople } from './baseline/people.ts';
import { createPrivacy } from './baseline/privacy.ts';
import { createProgress } from './baseline/progress.ts';
import { createSelections } from './baseline/selections.ts';
import { createSubmissions } from './baseline/submissions.ts';

/** In the order of their references and triggers; accounts are between the catalogue's halves. */
const rooms = [
  createCatalogue,
  createAccounts,
  createMentorsAndRubrics,
  createSelections,
  createPeople,
  createSubmissions,
  createMarking,
  createProgress,
  createForum,
  createNotices,
  createPrivacy,
  createOperations,
];

/**
 * The whole schema of the first release (`../baseline.ts`). Forbidden changes are refused here, not only by
 * code.
 */
export function createBaseline(ddl: EngineDdl): SchemaStep {
  return {
    async up(db: Kysely<unknown>) {
      for (const create of rooms) await create(db, ddl);
      // The oldest version that may run, by the newest step it knows.
      await db.schema
        .createTable('schema_range')
        .addColumn('id', ddl.number, (c) => c.primaryKey().check(sql`id = 1`))
        .addColumn('oldest_program', ddl.number, (c) => c.notNull())
        .execute();
      await sql`insert into schema_range (id, oldest_program) values (1, 80)`.execute(db);
    },
  };
}
