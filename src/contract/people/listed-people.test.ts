import { expect, it } from 'vitest';
import type { ExpectedPerson, ListedPerson } from './calls.ts';
import { listedPeople, nameOf, sortPeople, tickOf } from './listed-people.ts';

const person: ListedPerson = {
  id: '1',
  s_id: 'asha@example.test',
  s_name: 'Asha',
  role: 'student',
  phone: null,
  batch: 'ONE',
  batches: [],
  typed_batch: null,
  project: null,
  confirmed: true,
  suspended: false,
  asks_deletion: false,
  anonymised: false,
  signed_up_at: '2026-11-21T09:00:00.000Z',
  seen_at: null,
};

const imported: ExpectedPerson = {
  s_id: 'biju@example.test',
  name: null,
  phone: null,
  batch: 'ONE',
  invitation: 'not-invited',
  invited_at: null,
  listed_at: '2026-11-20T09:00:00.000Z',
};

it('lists imported people among accounts, the newest first, by their email where the name is not known', () => {
  const page = {
    people: [person, { ...person, id: '2', signed_up_at: '2026-11-19T09:00:00.000Z' }],
    expected: [imported],
  };
  const listed = listedPeople(page);
  expect([listed.map(tickOf), nameOf({ expected: imported })]).toEqual([
    ['1', 'biju@example.test', '2'],
    'biju@example.test',
  ]);
});

it('sorts a page by a column, both ways, with what is empty last', () => {
  const people = [
    { person: { ...person, s_name: 'Devi', batch: 'WEB-10' } },
    { expected: { ...imported, name: 'Asha', batch: null } },
    { person: { ...person, s_name: 'Ravi', batch: 'WEB-9' } },
  ];
  const names = (sort: Parameters<typeof sortPeople>[1]) =>
    sortPeople(people, sort, (one) => one).map(nameOf);
  expect(names(null)).toEqual(['Devi', 'Asha', 'Ravi']);
  expect(names('name')).toEqual(['Asha', 'Devi', 'Ravi']);
  expect(names('batch')).toEqual(['Ravi', 'Devi', 'Asha']);
  expect(names('-batch')).toEqual(['Devi', 'Ravi', 'Asha']);
});
