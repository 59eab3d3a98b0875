import { expect, test } from 'vitest';
import { describeTypedBatch } from './typed-batch.ts';

test('a batch that was typed as it is called needs no word', () => {
  expect(describeTypedBatch(' mern 2026-11', 'MERN2026-11')).toBeNull();
});

test('another one is named, with the one that was joined or the office that places', () => {
  expect(describeTypedBatch('DSA-2026-1O ', 'MERN-2026-11')).toBe(
    'No open batch is called “DSA-2026-1O”. You joined MERN-2026-11. If that is not your batch, tell the office before you choose a project.',
  );
  expect(describeTypedBatch('Evening', null)).toBe(
    'No open batch is called “Evening”. The office will place you in your batch. You do not need to sign up again.',
  );
});

test('one for invited students says how they come in, as long as they wait', () => {
  expect(describeTypedBatch(' EVE-1', null, true)).toBe(
    '“EVE-1” is for invited students. If you were invited, you join it when you confirm your email. If not, the office will place you. You do not need to sign up again.',
  );
  expect(describeTypedBatch('EVE-1', 'EVE-1', true)).toBeNull();
});
