import type { ExpectedPerson, ListedPerson, People } from '#contract/people/calls';
import { mergeNewest, type PeopleSort } from '#contract/people/people-view';
import { batchesInWords, stageOf } from './people-words.ts';

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
