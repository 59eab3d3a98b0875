import { expect, onTestFinished, test, vi } from 'vitest';
import { compareFiles, compareLines, compareLinks, compareWords } from './compare-versions.ts';

test('links are told by address, in whatever order and however they are parted', () => {
  expect(compareLinks('https://a.test https://b.test', 'https://b.test\nhttps://c.test and more')).toEqual({
    added: ['https://c.test and more'],
    removed: ['https://a.test'],
  });
  expect(compareLinks('https://a.test\nhttps://a.test', 'https://a.test')).toEqual({
    added: [],
    removed: [],
  });
});

test('comments are compared word by word, and neighbouring changed words are one phrase', () => {
  expect(compareWords('I made the login.', 'I made the signup.')).toEqual([
    { kind: 'same', text: 'I made the' },
    { kind: 'removed', text: ' login' },
    { kind: 'added', text: ' signup' },
    { kind: 'same', text: '.' },
  ]);
  expect(compareWords('Booking works today', 'Second version today')).toEqual([
    { kind: 'removed', text: 'Booking works' },
    { kind: 'added', text: 'Second version' },
    { kind: 'same', text: ' today' },
  ]);
  expect(compareWords('One word', 'Now one more word\nand more')).toEqual([
    { kind: 'removed', text: 'One' },
    { kind: 'added', text: 'Now one more' },
    { kind: 'same', text: ' word' },
    { kind: 'added', text: '\nand more' },
  ]);
});

test('two texts that have nothing in common are not compared without end', () => {
  const words = (seed: string) => Array.from({ length: 9_000 }, (_, i) => `${seed}${i}`).join(' ');
  expect(compareWords(words('a'), words('b'))).toBeNull();
});

test('of equal lines only those around a change are shown', () => {
  const lines = (changed: string) =>
    ['1', '2', '3', '4', '5', changed, '7', '8', '9', '10', '11', ''].join('\n');
  expect(compareLines(lines('six'), lines('6'))).toEqual({
    pieces: [
      { kind: 'skipped', lines: 2 },
      { kind: 'same', text: '3\n4\n5\n' },
      { kind: 'removed', text: 'six\n' },
      { kind: 'added', text: '6\n' },
      { kind: 'same', text: '7\n8\n9\n' },
      { kind: 'skipped', lines: 2 },
    ],
    isCut: false,
  });
  expect(compareLines('a\n', 'a\n')?.pieces).toEqual([{ kind: 'same', text: 'a\n' }]);
});

test('a comparison with very many pieces is cut, and says so', () => {
  // One that takes too long is abandoned, by the clock.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const lines = (changed: string) =>
    Array.from({ length: 1_500 }, (_, i) => (i % 6 === 0 ? changed + i : i)).join('\n');
  const compared = compareLines(lines('a'), lines('b'));
  expect([compared?.pieces.length, compared?.isCut]).toEqual([400, true]);
});

const file = { id: 'F1', name: 'work.txt', bytes: 4, sha256: 'a'.repeat(64) };
test.each([
  [null, null, 'none'],
  [null, file, 'added'],
  [file, null, 'removed'],
  [file, { ...file, id: 'F2' }, 'same'],
  [file, { ...file, id: 'F2', name: 'other.txt' }, 'renamed'],
  [file, { ...file, id: 'F2', sha256: 'b'.repeat(64) }, 'replaced'],
] as const)('a file is told by its hash and name (%#)', (before, after, told) => {
  expect(compareFiles(before, after)).toBe(told);
});
