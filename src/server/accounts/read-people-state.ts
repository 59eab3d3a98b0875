import type { Role } from '#contract/accounts';
import { batchKey } from '#contract/limits';
import type { Reader } from '../platform/database/database.ts';
import type { ImportedProfile } from './imported-profiles.ts';

/** What is known about an address before an import; batches and courses by their name's key. */
export type PersonState = {
  waiting: ImportedProfile | null;
  account: {
    id: number;
    role: Role;
    isConfirmed: boolean;
    facts: ImportedProfile;
    chosen: { id: string; course: string; courseKey: string } | null;
  } | null;
};

const atOnce = 500;

/** What is known about addresses, page by page; an address of which nothing is known is not in it. */
export async function readPeopleState(
  database: Reader,
  emails: readonly string[],
): Promise<Map<string, PersonState>> {
  const states = new Map<string, PersonState>();
  const stateOf = (email: string): PersonState => {
    const state = states.get(email) ?? { waiting: null, account: null };
    states.set(email, state);
    return state;
  };
  for (let from = 0; from < emails.length; from += atOnce) {
    const page = emails.slice(from, from + atOnce);
    const imported = await database
      .selectFrom('imported_people')
      .leftJoin('batches', 'batches.id', 'imported_people.batch_id')
      .where('imported_people.email', 'in', page)
      .select(['imported_people.email', 'batches.name_key as batch', 'exit_score', 'grade'])
      .execute();
    for (const { email, ...facts } of imported) stateOf(email).waiting = facts;

    const accounts = await database
      .selectFrom('accounts')
      .leftJoin('batches', 'batches.id', 'accounts.batch_id')
      .leftJoin('selections', 'selections.account_id', 'accounts.id')
      .leftJoin('projects', 'projects.id', 'selections.project_id')
      .leftJoin('courses', 'courses.id', 'projects.course_id')
      .where('accounts.email', 'in', page)
      .select([
        'accounts.id',
        'accounts.email',
        'accounts.role',
        'accounts.confirmed_at',
        'batches.name_key as batch',
        'accounts.exit_score',
        'accounts.grade',
        'projects.id as project',
        'courses.name as course',
      ])
      .execute();
    for (const { id, email, role, confirmed_at, project, course, ...facts } of accounts) {
      stateOf(email).account = {
        id,
        role,
        isConfirmed: confirmed_at !== null,
        facts,
        chosen:
          project === null || course === null ? null : { id: project, course, courseKey: batchKey(course) },
      };
    }
  }
  return states;
}
