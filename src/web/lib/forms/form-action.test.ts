import { expect, it } from 'vitest';
import { staysOpen } from './form-action.ts';

const at = (address: string) => new URL(address, 'https://portal.example.org');

it.each([
  ['/staff/people/asha@example.org', '/staff/people/asha%40example.org', true],
  ['/staff/people/asha@example.org', '/staff/people/ravi%40example.org', false],
  ['/staff/batches/R&D', '/staff/batches/R%26D', true],
  ['/staff/batches/100%', '/staff/batches/100%', true],
  ['/staff/release?task=viva', '/staff/release', true],
  ['/staff/release?task=viva', '/staff/release?task=final', false],
])('from %s to %s the screen stays open: %s', (from, to, stays) => {
  expect(staysOpen(at(from), at(to), true)).toBe(stays);
});

it('an address without its search is another one where the notice does not keep it', () => {
  expect(staysOpen(at('/staff/release?task=viva'), at('/staff/release'), false)).toBe(false);
});
