import type { ExpectedPerson, ListedPerson, People } from './calls.ts';
import { mergeNewest, type PeopleSort } from './people-view.ts';
import { batchesInWords, invitationWords, stageOf } from './statuses.ts';

/** Somebody with an account, or imported without one. */
export type Listed = { person: ListedPerson } | { expected: ExpectedPerson };

/** What a tick is stored as: an account's id, or the email of somebody without one. */
export const tickOf = (of: Listed): string => ('person' in of ? of.person.id : of.expected.s_id);

export const isAccountTick = (tick: string): boolean => !tick.includes('@');

/** Of anybody in the list. */
export function statusOf(of: Listed): string {
  if ('person' in of) return stageOf(of.person);
  const { awaits_print, invitation } = of.expected;
  return awaits_print === true ? 'Invitation made, not printed' : invitationWords[invitation];
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

const collator = new Intl.Collator('en', { numeric: true });

/** In the order of `people` where a column is equal. @param of each one's person */
export function sortPeople<One>(
  people: readonly One[],
  sort: PeopleSort | null,
  of: (one: One) => Listed,
): One[] {
  const keyOf = sortKeys[sort?.replace(/^-/, '') ?? ''];
  if (keyOf === undefined || sort === null) return [...people];
  const sign = sort.startsWith('-') ? -1 : 1;
  return people
    .map((one) => ({ one, key: keyOf(of(one)) }))
    .toSorted(({ key: a }, { key: b }) =>
      a === '' || b === '' ? Number(a === '') - Number(b === '') : sign * collator.compare(a, b),
    )
    .map(({ one }) => one);
}
