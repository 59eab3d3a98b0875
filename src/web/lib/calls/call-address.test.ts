import { expect, it } from 'vitest';
import { callAddress } from './call-address.ts';

it('fills in and escapes parameters', () => {
  expect(callAddress('/api/students/timeline/:s_id', { s_id: 'a/b@c.d' })).toBe(
    '/api/students/timeline/a%2Fb%40c.d',
  );
});

it('keeps the order of a query and leaves undefined values out', () => {
  expect(callAddress('/api/x', undefined, { q: 'a b&c', limit: 5, before: undefined })).toBe(
    '/api/x?q=a+b%26c&limit=5',
  );
  expect(callAddress('/api/x', {}, { q: undefined })).toBe('/api/x');
});
