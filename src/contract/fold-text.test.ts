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
  ['എന്റെ', 'എൻ്റെ'],
  ['എന്റെ', 'എന്\u200dറെ'],
  ['ഇൗ', 'ഈ'],
  ['കൌ', 'കൗ'],
  ['കൊ', 'ക\u0D46\u0D3E'],
  ['കൈ', 'ക\u0D46\u0D46'],
  ['അവൾ്ക്ക്', 'അവള്ക്ക്'],
  ['ओ', 'अ\u094B'],
  ['को', 'क\u093E\u0947'],
  ['क़लम', 'क\u093Cलम'],
  ['র\u200D্যাব', 'র্যাব'],
  ['উৎসব', 'উত্\u200Dসব'],
  ['আমি', 'অ\u09BEমি'],
  ['ஔவை', 'ஒளவை'],
  ['கொடி', 'க\u0BC6\u0BBEடி'],
  ['ஸ்ரீ', 'ஶ்ரீ'],
  ['తీ', 'త\u0C3F\u0C55'],
  ['ಊ', 'ಉ\u0CBE'],
  ['ਆਸ਼ਾ', 'ਅ\u0A3Eਸ\u0A3Cਾ'],
  ['આશા', 'અ\u0ABEશા'],
  ['ＡＳＨＡ ２', 'Asha 2'],
  ['ﬁona', 'Fiona'],
  ['ｶﾞ', 'ガ'],
  ['Anu  Thomas ', 'anu\u00A0thomas'],
])('%j is the same name as %j', (one, other) => expect(nameKey(one)).toBe(nameKey(other)));

test.each([
  ['Elodie', 'Élodie'],
  ['Anu', 'Anu T'],
  ['അവൻ', 'അവൾ'],
  ['कल', 'काल'],
  ['ഇര', 'ഈര'],
  ['கன்', 'கண்'],
])('%j is another than %j', (one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));

test('batches are compared alike, without spaces', () => {
  expect(isSameBatch('mern–2026–11', 'MERN-2026-11')).toBe(true);
  expect(isSameBatch('e\u0301te\u0301 1', 'ÉTÉ1')).toBe(true);
  expect(isSameBatch('ബാച്ച് അവന്‍', 'ബാച്ച്അവൻ')).toBe(true);
  expect(batchKey('MERN 2026')).toBe('mern2026');
});

test('what is folded stays as it is', () => {
  for (const text of ['എൻ്റെ', 'ഇൌ', 'उत्सव ओ आॅ', 'ஒள ெள', '´a', 'ÉLODIE', 'നന്ദന്‍', 'D’S', 'a–b'])
    expect(foldText(foldText(text))).toBe(foldText(text));
});
