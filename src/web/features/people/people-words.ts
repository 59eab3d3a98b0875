import type { ExpectedPerson, ListedPerson, People } from '#contract/people/calls';
import {
  mergeNewest,
  type ListedStage,
  type PeopleAct,
  type PeopleSort,
  type StaffRole,
} from '#contract/people/people-view';
import { countOf } from '../../ui/format-number.ts';

export const stageNames: Record<ListedStage, string> = {
  imported: 'Imported, not invited',
  invited: 'Invited',
  unconfirmed: 'Email not confirmed',
  confirmed: 'Email confirmed',
  waiting: 'Waiting for a batch',
  placed: 'No project yet',
  'with-project': 'With a project',
  suspended: 'Suspended',
  staff: 'Staff',
  'deletion-asked': 'Deletion requested',
  anonymised: 'Anonymised',
};

/** Shown only where somebody is at one. */
const rare = new Set<ListedStage>(['imported', 'invited', 'suspended', 'deletion-asked', 'anonymised']);

/** With how many people are at each. */
export function shownStages(counts: People['counts'], chosen: ListedStage | null): [ListedStage, number][] {
  return (Object.keys(stageNames) as ListedStage[])
    .filter((stage) => !rare.has(stage) || counts[stage] > 0 || stage === chosen)
    .map((stage) => [stage, counts[stage]]);
}

type ActWords = { name: string; short: string; press: (who: string) => string; done: string };

/** A bulk action: its name, its button, what it does to so many people, and what was done. */
export const actWords: Record<PeopleAct, ActWords> = {
  place: {
    name: 'Place in a batch',
    short: 'Place',
    press: (who) => `Place ${who}`,
    done: 'placed in the batch',
  },
  confirm: {
    name: 'Confirm the email',
    short: 'Confirm email',
    press: (who) => `Confirm ${who}`,
    done: 'confirmed',
  },
  'choose-project': {
    name: 'Choose a project',
    short: 'Choose project',
    press: (who) => `Choose a project for ${who}`,
    done: 'given a project',
  },
  'send-reset': {
    name: 'Send a password reset link',
    short: 'Send a reset link',
    press: (who) => `Send ${who} a link`,
    done: 'sent a link',
  },
  'sign-out': {
    name: 'Log out everywhere',
    short: 'Log out everywhere',
    press: (who) => `Log ${who} out`,
    done: 'logged out',
  },
  suspend: { name: 'Suspend', short: 'Suspend', press: (who) => `Suspend ${who}`, done: 'suspended' },
  'bring-back': {
    name: 'Reactivate',
    short: 'Reactivate',
    press: (who) => `Reactivate ${who}`,
    done: 'reactivated',
  },
};

export const roleNames: Record<StaffRole, string> = { mentor: 'Mentor', administrator: 'Administrator' };

export const peopleCount = (count: number) => countOf(count, 'person', 'people');

export const batchesInWords = ({ role, batches }: { role: StaffRole; batches: readonly string[] }) =>
  role === 'administrator' ? 'All' : batches.join(', ') || 'None';

export function stageOf(person: ListedPerson): string {
  if (person.anonymised) return 'Anonymised';
  if (person.suspended) return 'Suspended';
  if (person.role !== 'student') return roleNames[person.role];
  if (person.batch === null) return stageNames.waiting;
  if (person.project !== null) return stageNames['with-project'];
  return person.typed_batch === null ? stageNames.placed : stageNames.waiting;
}

/** Somebody with an account, or imported without one. */
export type Listed = { person: ListedPerson } | { expected: ExpectedPerson };

/** What a tick is stored as: an account's id, or the email of somebody without one. */
export const tickOf = (of: Listed): string => ('person' in of ? of.person.id : of.expected.s_id);

export const isAccountTick = (tick: string): boolean => !tick.includes('@');

export const invitationWords: Record<ExpectedPerson['invitation'], string> = {
  'not-invited': 'Not invited',
  sent: 'Invited by email',
  printed: 'Invited on paper',
  opened: 'Has opened the invitation',
  used: 'Has signed up',
  expired: 'Invitation expired',
  revoked: 'Invitation withdrawn',
};

/** Of anybody in the list. */
export function statusOf(of: Listed): string {
  return 'person' in of ? stageOf(of.person) : invitationWords[of.expected.invitation];
}

export const nameOf = (of: Listed): string =>
  'person' in of ? of.person.s_name : (of.expected.name ?? of.expected.s_id);

const listedAt = (of: Listed): string => ('person' in of ? of.person.signed_up_at : of.expected.listed_at);

/** The newest first, as the server orders each of both. */
export function listedPeople({ people, expected = [] }: Pick<People, 'people' | 'expected'>): Listed[] {
  return mergeNewest<Listed>(
    people.map((person) => ({ person })),
    expected.map((one) => ({ expected: one })),
    (of) => Date.parse(listedAt(of)),
  );
}

/** Empty texts come last. */
const sortKeys: Record<string, (of: Listed) => string> = {
  name: nameOf,
  email: (of) => ('person' in of ? of.person.s_id : of.expected.s_id),
  batch(of) {
    if (!('person' in of)) return of.expected.batch ?? '';
    const { role, batch, batches } = of.person;
    return role === 'student' ? (batch ?? '') : batchesInWords({ role, batches });
  },
  status: statusOf,
  'signed-up': (of) => ('person' in of ? of.person.signed_up_at : ''),
  seen: (of) => ('person' in of ? (of.person.seen_at ?? '') : ''),
};

export function sortPeople(people: readonly Listed[], sort: PeopleSort | null): Listed[] {
  const keyOf = sortKeys[sort?.replace(/^-/, '') ?? ''];
  if (keyOf === undefined || sort === null) return [...people];
  const sign = sort.startsWith('-') ? -1 : 1;
  return people.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === '' || b === '') return Number(a === '') - Number(b === '');
    return sign * a.localeCompare(b, 'en', { numeric: true });
  });
}
