import { expect, test } from 'vitest';
import { makeAttemptKeys } from './attempt-key.ts';

const fields = { links: 'https://example.test', comments: '' };

test('the same content keeps its key, also from another object', () => {
  const { keyOf } = makeAttemptKeys();
  const file = new File(['x'], 'x.txt');
  expect(keyOf({ fields: { ...fields }, file })).toBe(keyOf({ fields, file }));
});

test('another text, another file, and a receipt each make another key', () => {
  const { keyOf, forget } = makeAttemptKeys();
  const first = keyOf({ fields, file: null });
  const second = keyOf({ fields: { ...fields, comments: 'more' }, file: null });
  const third = keyOf({ fields: { ...fields, comments: 'more' }, file: new File(['x'], 'x.txt') });
  forget();
  const fourth = keyOf({ fields: { ...fields, comments: 'more' }, file: null });
  expect(new Set([first, second, third, fourth]).size).toBe(4);
});
