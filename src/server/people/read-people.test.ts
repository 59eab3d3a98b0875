import { expect, it } from 'vitest';
import { searchTerms } from './read-people.ts';

it.each([
  ['', []],
  ['  ', []],
  ['Asha  MENON', ['asha', 'menon']],
  ['asha asha', ['asha']],
  ['(Menon', ['menon']],
  ["O'Brien", ["o'brien"]],
  ['Özgür', ['özgür']],
  ['O\u0308zgür', ['özgür']],
  ['ÉLODIE D’Souza', ['élodie', "d'souza"]],
  ['അവന്\u200d', ['അവൻ']],
  ['asha.menon@example.test', ['asha.menon@example.test']],
  ['98765 43210', ['9876543210']],
  ['+91 98765-43210', ['9876543210']],
  ['098765 43210', ['9876543210']],
  ['3210', ['3210']],
  ['2026 batch', ['2026', 'batch']],
  ['@ - .', null],
])('%j looks for %j', (q, terms) => {
  expect(searchTerms(q)).toEqual(terms);
});

it('refuses more words than anybody has', () => {
  expect(() => searchTerms('a b c d e f g h i')).toThrow('q can have at most 8 words');
});
