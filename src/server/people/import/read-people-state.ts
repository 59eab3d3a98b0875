import type { Role } from '#contract/accounts/calls';
import { batchKey } from '#contract/limits';
import {
  accountProfiles,
  importedProfiles,
  type ImportedProfile,
  type WaitingProfile,
} from '../../accounts/imported-profiles.ts';
import type { Reader } from '../../platform/database/database.ts';
import { chosenProjects } from '../../selections/queries.ts';

/** What is known about an address before an import; batches and courses by their name's key. */
export type PersonState = {
  waiting: WaitingProfile | null;
  account: {
    id: number;
    role: Role;
    isConfirmed: boolean;
    profile: ImportedProfile;
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
    for (const { email, ...profile } of await importedProfiles(database, page)) {
      stateOf(email).waiting = profile;
    }
    const accounts = await accountProfiles(database, page);
    const choices = await chosenProjects(
      database,
      accounts.map(({ id }) => id),
    );
    for (const { id, email, role, confirmed_at, ...profile } of accounts) {
      const chosen = choices.get(id);
      stateOf(email).account = {
        id,
        role,
        isConfirmed: confirmed_at !== null,
        profile,
        chosen: chosen === undefined ? null : { ...chosen, courseKey: batchKey(chosen.course) },
      };
    }
  }
  return states;
}
