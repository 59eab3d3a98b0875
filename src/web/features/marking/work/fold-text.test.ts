import { expect, it } from 'vitest';
import { foldText } from './fold.tsx';

const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

it('a text of a usual length stands open, also one that is a little longer', () => {
  for (const text of ['', 'Short.', words(100), 'a\n'.repeat(14)]) expect(foldText(text)).toEqual([text, '']);
});

it('a long one is parted between two words, and nothing is lost', () => {
  const text = words(400);
  const [beginning, rest] = foldText(text);
  expect(beginning.length).toBeGreaterThan(600);
  expect(beginning.length).toBeLessThanOrEqual(700);
  expect(`${beginning} ${rest}`).toBe(text);
});

it('many short lines are long, too', () => {
  const [beginning, rest] = foldText('line\n'.repeat(40).trim());
  expect(beginning.split('\n')).toHaveLength(12);
  expect(rest.split('\n')).toHaveLength(28);
});

it('an address is not parted, however long', () => {
  const address = `https://x.test/${'a'.repeat(3_000)}`;
  expect(foldText(address)).toEqual([address, '']);
  expect(foldText(`See ${address}`)).toEqual(['See', address]);
});
