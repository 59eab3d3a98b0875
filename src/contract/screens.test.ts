import { describe, expect, it } from 'vitest';
import { homeOf, safeNext } from './screens.ts';

describe('the address asked for before the login', () => {
  it.each(['/viva', '/projectDetails/P001?tab=2', '/discussion/MERN-2026-11', '/discussion/A%20B', '/'])(
    'takes %s',
    (next) => expect(safeNext(next)).toBe(next),
  );
  it.each([
    null,
    undefined,
    '',
    'viva',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/a\\b',
    'https://evil.test',
    '/discussion/அ',
    '/a\u0001',
    'javascript:alert(1)',
    '/login?next=/login',
    '/api/auth/session',
  ])('refuses %s', (next) => expect(safeNext(next)).toBeNull());
});

it('leads everybody to their own first screen', () => {
  const student = { role: 'student' } as const;
  expect(homeOf(student)).toBe('/StudentDashboard');
  expect(homeOf({ role: 'mentor' })).toBe('/staff');
  expect(homeOf({ role: 'administrator' })).toBe('/staff');
});
