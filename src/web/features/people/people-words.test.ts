import { expect, it } from 'vitest';
import type { ListedPerson, People } from '#contract/people/calls';
import { stageOf } from '#contract/people/statuses';
import { peopleCount, shownStages } from './people-words.ts';

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

it.each([
  [{}, 'No project yet'],
  [{ project: { id: 'P001', name: 'P' } }, 'With a project'],
  [{ project: { id: 'P001', name: 'P' }, typed_batch: 'TWO' }, 'With a project'],
  [{ typed_batch: 'TWO' }, 'Waiting for a batch'],
  [{ batch: null }, 'Waiting for a batch'],
  [{ suspended: true, batch: null }, 'Suspended'],
  [{ role: 'mentor', batch: null }, 'Mentor'],
  [{ role: 'administrator', batch: null }, 'Administrator'],
  [{ anonymised: true, suspended: true }, 'Anonymised'],
] as [Partial<ListedPerson>, string][])('%j is %s', (of, words) => {
  expect(stageOf({ ...person, ...of })).toBe(words);
});

it('offers a rare stage only where somebody is at it, or it is looked at', () => {
  const counts = {
    everybody: 3,
    unconfirmed: 0,
    confirmed: 3,
    waiting: 0,
    placed: 3,
    'with-project': 0,
    suspended: 1,
    staff: 0,
    'deletion-asked': 0,
    anonymised: 0,
    imported: 0,
    invited: 0,
  } satisfies People['counts'];
  const names = (chosen: Parameters<typeof shownStages>[1]) =>
    shownStages(counts, chosen).map(([name]) => name);
  expect(names(null)).toEqual([
    'unconfirmed',
    'confirmed',
    'waiting',
    'placed',
    'with-project',
    'suspended',
    'staff',
  ]);
  expect(names('anonymised')).toContain('anonymised');
  expect([peopleCount(1), peopleCount(1_200)]).toEqual(['1 person', '1,200 people']);
});
