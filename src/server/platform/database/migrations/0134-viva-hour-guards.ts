import type { Kysely } from 'kysely';
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';
import { run } from './baseline/statements.ts';
import { guardsWhere, isOpen } from './baseline/viva-guards.ts';

/**
 * A viva with a panel gets its mark from the panel: no desk, list, import or earlier version of the portal gives one
 * before. Released marks can be corrected, and absences recorded, as ever.
 */
export const guardVivaHours = (ddl: EngineDdl): SchemaStep => ({
  up: (db: Kysely<unknown>) => run(db, guardsWhere(ddl, 'open_hour', isOpen)),
});
