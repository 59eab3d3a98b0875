import { z } from 'zod';
import { batchKey, isListedEmail, limits } from '#contract/limits';
import { isPersonName } from '#contract/accounts/person-name';
import {
  accountProfiles,
  type ImportedProfile,
  importedProfiles,
  mergeImportedProfile,
  type WaitingProfile,
} from '../../accounts/imported-profiles.ts';
import { archivedBatchMessage } from '../../courses/batch-queries.ts';
import type { KnownBatches } from '../../courses/import-batches.ts';
import { readEmail, readPhone, readScore } from '../sheets/row-fields.ts';
import { formerAmong } from '../../accounts/people-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { reportProgress } from '../../platform/progress.ts';
import type { ImportError, Located } from '../../platform/import-files/source-location.ts';
import { differingFields, type Plan } from '../../platform/import-files/plan.ts';
import { otherCourseMessage } from '../../selections/insert-selection.ts';
import type { Role } from '#contract/accounts/calls';
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
  /** An account has left the address, or has it again. */
  isFormer: boolean;
};

const nobody: PersonState = { waiting: null, account: null, isFormer: false };

const atOnce = 500;

/** Unknown addresses are left out. */
export async function readPeopleState(
  database: Reader,
  emails: readonly string[],
): Promise<Map<string, PersonState>> {
  const states = new Map<string, PersonState>();
  const stateOf = (email: string): PersonState => {
    const state = states.get(email) ?? { ...nobody };
    states.set(email, state);
    return state;
  };
  for (let from = 0; from < emails.length; from += atOnce) {
    reportProgress('People checked', from, emails.length);
    const page = emails.slice(from, from + atOnce);
    for (const { email, ...profile } of await importedProfiles(database, page)) {
      stateOf(email).waiting = profile;
    }
    for (const email of await formerAmong(database, page)) stateOf(email).isFormer = true;
    const accounts = await accountProfiles(database, page);
    const ids = accounts.map(({ id }) => id);
    const choices = await chosenProjects(database, ids);
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

const email = z
  .string('is missing')
  .transform(readEmail)
  .pipe(z.string().min(1, 'is missing').refine(isListedEmail, 'must be an email address'));

const score = z
  .string()
  .refine((value) => value === '' || readScore(value) !== null, 'must be a number from 0 to 100, or empty')
  .transform(readScore);

const orNull = (value: string) => (value === '' ? null : value);

/** An empty cell is unknown and changes nothing. */
export const personRecord = z.strictObject({
  email,
  batch: z
    .string()
    .max(limits.batch, `must have at most ${limits.batch} characters`)
    .transform(orNull)
    .default(null),
  exit_score: score.default(null),
  grade: z
    .string()
    .max(limits.grade, `must have at most ${limits.grade} characters`)
    .transform(orNull)
    .default(null),
  name: z
    .string()
    .max(limits.name, `must have at most ${limits.name} characters`)
    .refine(
      (value) => value === '' || isPersonName(value),
      'must be a name on one line, with letters, without a web or email address',
    )
    .transform(orNull)
    .default(null),
  phone: z
    .string()
    .refine(
      (value) => value === '' || readPhone(value) !== null,
      'must be a phone number of ten digits, or empty',
    )
    .transform((value) => readPhone(value))
    .default(null),
});

export type PersonRecord = z.output<typeof personRecord>;

const nothing: WaitingProfile = { batch: null, exit_score: null, grade: null, name: null, phone: null };

type PersonChange = { email: string; isNew: boolean; fields: string[] };

/** Null for no change. An account keeps its holder's own name and phone. */
function changeOf(
  { email, ...known }: { email: string } & WaitingProfile,
  state: PersonState,
): PersonChange | null {
  const { waiting, account } = state;
  const fields: string[] =
    account?.isConfirmed === true
      ? differingFields(account.profile, mergeImportedProfile(account.profile, known))
      : differingFields(waiting ?? nothing, mergeImportedProfile(waiting ?? nothing, known));
  const ofSheet = account === null ? fields : fields.filter((field) => field !== 'name' && field !== 'phone');
  if (ofSheet.length === 0 && (waiting !== null || account !== null)) return null;
  return { email, isNew: waiting === null, fields: ofSheet };
}

const isPlacedIn = ({ account, waiting }: PersonState, batch: string | null) =>
  account?.profile.batch === batch || (account?.isConfirmed !== true && waiting?.batch === batch);

/**
 * Plans an import of people: stored beside the address, and applied to accounts with a confirmed one.
 * `importStagedPeople` writes it.
 * @param batches existing and imported batches, by their name's key
 */
export async function planPeople(
  database: Reader,
  records: readonly Located<PersonRecord>[],
  batches: KnownBatches,
  faults: ImportError[],
): Promise<Plan> {
  const emails = records.map(({ value }) => value.email);
  const states = await readPeopleState(database, emails);
  const seen = new Set<string>();
  const changes: PersonChange[] = [];
  for (const { value, at } of records) {
    if (seen.has(value.email)) faults.push({ ...at('email'), message: `${value.email} appears twice` });
    seen.add(value.email);
    const state = states.get(value.email) ?? nobody;
    const { account } = state;
    if (account !== null && account.role !== 'student') {
      faults.push({ ...at('email'), message: `${value.email} is a ${account.role}, not a student` });
      continue;
    }
    // One that is an account's current one again is none.
    if (account === null && state.isFormer) {
      faults.push({ ...at('email'), message: `${value.email} is a former email of another person` });
      continue;
    }
    const batch = value.batch === null ? null : batchKey(value.batch);
    const known = batch === null ? null : batches.get(batch);
    if (known === undefined) {
      const names = [...batches.values()].map(({ name }) => name).sort();
      const listed = names.slice(0, 20).join(', ') || 'none yet (add batches.yaml)';
      faults.push({ ...at('batch'), message: `unknown batch "${value.batch}"; known: ${listed}` });
      continue;
    }
    if (known !== null && account?.chosen && account.chosen.courseKey !== known.courseKey) {
      faults.push({ ...at('batch'), message: otherCourseMessage(account.chosen, known.name) });
      continue;
    }
    if (known?.isArchived === true && !isPlacedIn(state, batch)) {
      faults.push({ ...at('batch'), message: archivedBatchMessage(known.name) });
      continue;
    }
    const change = changeOf({ ...value, batch }, state);
    if (change !== null) changes.push(change);
  }
  return {
    noun: 'people',
    changes: changes.map(({ email, isNew, fields }) =>
      isNew
        ? { kind: 'added', what: `person ${email}` }
        : { kind: 'changed', what: `person ${email}`, fields },
    ),
    unchanged: records.length - changes.length,
    write: async () => {},
  };
}
