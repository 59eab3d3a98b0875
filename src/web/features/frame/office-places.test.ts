import { expect, it } from 'vitest';
import { officePlaceOf, officePlaces } from './office-places.ts';

it.each([
  ['/staff/office', 'Home'],
  ['/staff/people', 'People'],
  ['/staff/people/asha@example.test', 'People'],
  ['/staff/imported/asha@example.test', 'People'],
  ['/staff/importeds/asha', undefined],
  ['/staff/members', 'Staff'],
  ['/staff/portal', 'Portal'],
  ['/staff/peoples', undefined],
  ['/staff', undefined],
  ['/staff/students/asha@example.test', undefined],
])('%s is at %s', (pathname, label) => {
  expect(officePlaceOf(pathname)?.label).toBe(label);
});

it('each place is there once', () => {
  expect(new Set(officePlaces.map(({ to }) => to)).size).toBe(officePlaces.length);
});
