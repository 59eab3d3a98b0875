import { expect, test } from 'vitest';
import { foldText, nameKey } from './fold-text.ts';
import { batchKey, isSameBatch } from './limits.ts';

test.each([
  ['Élodie', 'e\u0301lodie'],
  ['ÖZGÜR', 'özgür'],
  ['ЖАННА', 'жанна'],
  ['നന്ദന്‍', 'നന്ദൻ'],
  ['അവര്‍', 'അവർ'],
  ['നന്‌ദന', 'നന്ദന'],
  ['D’Souza', "d'souza"],
  ['O`Neill', 'oʼneill'],
  ['Asha Rao‑Nair', 'asha rao-nair'],
  ['Anu  Thomas ', 'anu\u00A0thomas'],
])('%j is the same name as %j', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

test.each([
  ['Elodie', 'Élodie'],
  ['Anu', 'Anu T'],
  ['അവൻ', 'അവൾ'],
])('%j is another than %j', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));

test('batches are compared alike, without spaces', () => {
  expect(isSameBatch('mern–2026–11', 'MERN-2026-11')).toBe(true);
  expect(isSameBatch('e\u0301te\u0301 1', 'ÉTÉ1')).toBe(true);
  expect(isSameBatch('ബാച്ച് അവന്‍', 'ബാച്ച്അവൻ')).toBe(true);
  expect(batchKey('MERN 2026')).toBe('mern2026');
});

test('what is folded stays as it is', () => {
  for (const text of ['ÉLODIE', 'നന്ദന്‍', 'D’S', 'a–b']) expect(foldText(foldText(text))).toBe(foldText(text));
});
