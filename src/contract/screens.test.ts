import { describe, expect, it } from 'vitest';
import type { CurrentUser } from './accounts.ts';
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
  const user = { s_id: 'a@b.c', s_name: 'A', batch: null };
  const student: CurrentUser = { ...user, role: 'student', batches: [] };
  expect(homeOf(student)).toBe('/StudentDashboard');
  expect(homeOf({ ...student, role: 'mentor', batches: ['A B', 'C'] })).toBe('/staff');
  expect(homeOf({ ...student, role: 'administrator' })).toBe('/staff');
});
