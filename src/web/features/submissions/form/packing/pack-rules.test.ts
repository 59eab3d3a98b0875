import { expect, it, test } from 'vitest';
import { addFiles, isPhoto, withoutFolders, zipName } from './pack-rules.ts';

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
