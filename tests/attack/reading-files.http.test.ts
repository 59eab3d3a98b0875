import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSources, UnusableSource } from '#server/catalogue/import/read-sources';
import { courses, makeImportFolder } from '#support/import-folder';

// What a folder from elsewhere would publish to everybody with the operator's own import.

/** A folder that looks like an intake, with something of the machine beside it. */
function makeIntake() {
  const around = makeImportFolder({
    'secret/key.png': 'the private key',
    'secret/courses.yaml': '- name: root:x:0:0\n',
    'intake/courses.yaml': courses,
  });
  mkdirSync(path.join(around, 'intake', 'documents'));
  return { intake: path.join(around, 'intake'), secret: path.join(around, 'secret') };
}

const refusal = (file: string) =>
  `${file} is a symbolic link, which an import does not follow. Put the file or folder itself there`;

test.each([
  ['a picture', 'images/leak.png', 'secret/key.png'],
  ['a folder of pictures', 'images', 'secret'],
  ['a text', 'terms.md', 'secret/key.png'],
  ['a list, whose errors would quote it', 'people.csv', 'secret/key.png'],
  ['a link without an end', 'privacy.md', 'nowhere'],
])('%s that is a link is refused in words, and nothing is read', async (_, name, target) => {
  const { intake, secret } = makeIntake();
  const link = path.join(intake, name);
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync(path.join(path.dirname(secret), target), link);
  await expect(readSources(intake)).rejects.toThrow(new UnusableSource(refusal(link)));
});

test('a link that is named itself is refused too, with and without a slash at its end', async () => {
  const { intake, secret } = makeIntake();
  const folder = path.join(intake, 'images');
  symlinkSync(secret, folder);
  for (const named of [folder, `${folder}/`]) {
    await expect(readSources(named)).rejects.toThrow(UnusableSource);
  }
  const file = path.join(intake, 'documents', 'a.html');
  symlinkSync(path.join(secret, 'key.png'), file);
  await expect(readSources(file)).rejects.toThrow(new UnusableSource(refusal(file)));
});

test('files and folders that are what they seem are read', async () => {
  const { intake } = makeIntake();
  writeFileSync(path.join(intake, 'documents', 'a.html'), '<p>');
  const { texts, files } = await readSources(intake);
  expect([Object.keys(texts), files.map(({ name }) => name)]).toEqual([['courses.yaml'], ['a.html']]);
});
