import { expect, it, test } from 'vitest';
import { addFiles, isPhoto, packedSize, withoutFolders, zipName } from './pack-rules.ts';

test.each([
  ['a.jpg', 'image/jpeg', true],
  ['a.HEIC', '', true],
  ['a.heic', 'image/heic', true],
  ['screenshot.png', 'image/png', false],
  ['a.jpg.txt', 'text/plain', false],
  ['notes', '', false],
])('%s of type “%s” is a photo: %s', (name, type, expected) => {
  expect(isPhoto({ name, type })).toBe(expected);
});

it('names the ZIP by its task', () => {
  expect((['week-2', 'final', 'viva'] as const).map(zipName)).toEqual([
    'week-2.zip',
    'final-project.zip',
    'viva.zip',
  ]);
});

it('adds what is new, without folders', () => {
  const at = (name: string, lastModified: number) => new File(['x'], name, { lastModified });
  const files = [at('a.txt', 1)];
  const added = addFiles(files, [at('a.txt', 1), at('a.txt', 2), at('b.txt', 1)]);
  expect(added.map(({ name, lastModified }) => `${name} ${lastModified}`)).toEqual([
    'a.txt 1',
    'a.txt 2',
    'b.txt 1',
  ]);
  const entry = (isDirectory: boolean) => ({ webkitGetAsEntry: () => ({ isDirectory }) });
  const items = [entry(true), entry(false)] as unknown as DataTransferItemList;
  expect(withoutFolders([at('src', 1), at('b.txt', 1)], items).map(({ name }) => name)).toEqual(['b.txt']);
});

test.each([
  ['a photo', [4032, 3024], [3000, 2250]],
  ['a photo in portrait', [3024, 4032], [2250, 3000]],
  ['one of 16:9', [4608, 2592], [4000, 2250]],
  ['one of 108 megapixels', [12_000, 9_000], [3000, 2250]],
  ['a small one', [640, 480], [640, 480]],
  ['a dot', [1, 1], [1, 1]],
  ['a long screenshot', [1080, 12_000], [1080, 12_000]],
  ['a wide screenshot', [12_000, 1080], [12_000, 1080]],
  ['the longest that is drawn', [1, 16_384], [1, 16_384]],
  ['a line that no browser draws', [1, 65_535], null],
  ['a long one that becomes drawable', [2400, 20_000], [1418, 11_824]],
  ['a panorama of a phone', [16_382, 3628], [8703, 1927]],
] as const)('%s of %j becomes %j', (_, [width, height], size) => {
  const packed = packedSize({ width, height });
  expect(packed).toEqual(size === null ? null : { width: size[0], height: size[1] });
});
