import { sql } from 'kysely';
import type { Role } from '#contract/accounts/calls';
import { batchMentorsAs } from '../courses/batch-queries.ts';
import type { Database, Reader, Writer } from '../platform/database/database.ts';
import type { EngineName } from '../platform/database/engine.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { mayEnter } from './queries.ts';

/** The expression of the database's index, on both engines. */
const nameKeyColumn = (engine: EngineName) =>
  sql<string>`lower((case when accounts.folded_from = accounts.name then accounts.folded_name else accounts.name end)${sql.raw(engine === 'postgres' ? ' collate "C"' : '')})`;

/** Sorts after every name with a prefix. */
const afterAll = '\u{10FFFF}';

/** A prefix, or whole names; as `nameKey` writes them. */
type NameFilter = { beginning: string } | { names: readonly string[] };
export type PersonNamed = { accountId: number; name: string; role: Role };

/** Mentors, then students of a batch who can enter its forum, by name. */
export async function peopleOfBatchNamed(
  database: Reader | Writer,
  { engine, settings }: { engine: Database['engine']; settings: Pick<Settings, 'requireConfirmedEmail'> },
  { batchId, wanted, limit }: { batchId: number; wanted: NameFilter; limit: number },
): Promise<PersonNamed[]> {
  const key = nameKeyColumn(engine);
  const people = database
    .selectFrom('accounts')
    .where('accounts.suspended_at', 'is', null)
    .where('accounts.anonymised_at', 'is', null)
    .where((of) =>
      'names' in wanted
        ? of(key, 'in', [...wanted.names])
        : of.and([of(key, '>=', wanted.beginning), of(key, '<', wanted.beginning + afterAll)]),
    )
    .orderBy(key)
    .orderBy('accounts.id')
    .limit(limit)
    .select(['accounts.id as accountId', 'accounts.name', 'accounts.role']);
  const mentors = await people
    .innerJoin(batchMentorsAs('mentor'), 'mentor.account_id', 'accounts.id')
    .where('mentor.batch_id', '=', batchId)
    .execute();
  const students = await people
    .where('accounts.batch_id', '=', batchId)
    .where('accounts.role', '=', 'student')
    .$if(settings.requireConfirmedEmail, (query) => query.where(mayEnter))
    .execute();
  return [...mentors, ...students].slice(0, limit);
}
