import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { imageOf, namedImage, nameRelease, papers, publishedNames } from './release-names.mjs';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const named = namedImage(read('deploy/example.env'));

test.each([
  [undefined, 'capstone'],
  ['https://github.com/academy/capstone', 'ghcr.io/academy/capstone'],
  ['https://github.com/Nila-Institute/Portal', 'ghcr.io/nila-institute/portal'],
])('the image of the repository %s is %s', (repository, image) => {
  expect(imageOf(repository)).toBe(image);
});

test.each([
  'academy/capstone',
  'git@github.com:academy/capstone.git',
  'https://github.com/academy/capstone.git',
  'https://github.com/academy',
  'https://github.com/academy/capstone/tree/main',
])('an address that names no repository is refused: %s', (repository) => {
  expect(() => imageOf(repository)).toThrow('Write https://github.com/OWNER/NAME');
});

test('each paper names the image of the example, and no placeholder', () => {
  for (const file of [
    'README.md',
    'docs/install.md',
    'docs/operating/upgrade.md',
    'docs/commands.md',
    'deploy/example.env',
  ])
    expect(papers).toContain(file);
  for (const file of papers) {
    const text = read(file);
    expect.soft(text, file).not.toMatch(/\bIMAGE\b|\bregistry\/capstone|\bghcr\.io\/(?!\S+:\d)/);
    const folders = [...text.matchAll(/\/opt\/capstone-(\d[\w.-]*)/g)].map(([, version]) => version);
    expect
      .soft(
        folders.filter((version) => version !== named.split(':')[1]),
        file,
      )
      .toEqual([]);
    const images = text.match(/(?<![\w.-])(?:[\w.-]+\/)*capstone:\d[\w.-]*/g) ?? [];
    expect
      .soft(
        images.filter((one) => one !== named),
        file,
      )
      .toEqual([]);
    for (const [, command = ''] of text.matchAll(/^(docker run (?:.*\\\n)*.*)$/gm))
      expect.soft(command, file).toContain(` ${named}`);
  }
});

const release = {
  from: 'capstone:1.0.0',
  to: 'ghcr.io/nila/portal:1.1.0',
  repository: 'https://github.com/Nila/Portal',
};

test('a release names its image and where the sources are', () => {
  const paper =
    'docker run capstone:1.0.0  # 2\ncd /opt/capstone-1.0.0\nYou need a copy of the\nsources, and in a copy of the sources: x';
  const address = '(`git clone https://github.com/Nila/Portal`)';
  const first = nameRelease(paper, release);
  expect(first).toBe(
    `docker run ghcr.io/nila/portal:1.1.0  # 2\ncd /opt/capstone-1.1.0\nYou need a copy of the\nsources ${address}, and in a copy of the sources ${address}: x`,
  );
  // The next one, elsewhere.
  const moved = {
    from: release.to,
    to: 'ghcr.io/kochi/capstone:1.2.0',
    repository: 'https://github.com/kochi/capstone',
  };
  expect(nameRelease(first, moved)).toBe(
    first
      .replace(release.to, moved.to)
      .replace('capstone-1.1.0', 'capstone-1.2.0')
      .replaceAll('https://github.com/Nila/Portal', 'https://github.com/kochi/capstone'),
  );
});

test('a release names its tag', () => {
  expect(nameRelease('the tag `v1.0.0`, as since v1.0.0', release)).toBe('the tag `v1.1.0`, as since v1.0.0');
});

test('a release of no repository names none', () => {
  const first = nameRelease('Get a copy of the sources.', release);
  expect(nameRelease(first, { ...release, repository: undefined })).toBe('Get a copy of the sources.');
});

test('without a repository a release names the image that a build makes, and no address', () => {
  const names = { from: 'capstone:1.0.0', to: 'capstone:1.1.0', repository: undefined };
  expect(nameRelease('docker run capstone:1.0.0; a copy of the sources', names)).toBe(
    'docker run capstone:1.1.0; a copy of the sources',
  );
});

test('a workflow publishes what the papers name, and nothing else', () => {
  const project = { version: '1.1.0', repository: release.repository };
  const paper = `CAPSTONE_IMAGE=${release.to}\n`;
  const names = { registry: 'ghcr.io', image: 'ghcr.io/nila/portal' };
  expect(publishedNames(project, 'https://github.com/nila/portal', paper)).toEqual(names);
  const fails = (...args: Parameters<typeof publishedNames>) => expect(() => publishedNames(...args));
  fails(project, 'https://github.com/fork/portal', paper).toThrow(
    'and this is https://github.com/fork/portal. Set',
  );
  fails({ version: '1.1.0' }, 'https://github.com/nila/portal', paper).toThrow('names no repository');
  fails(project, 'https://github.com/nila/portal', 'CAPSTONE_IMAGE=capstone:1.0.0\n').toThrow(
    'The papers name capstone:1.0.0, and this is ghcr.io/nila/portal:1.1.0.',
  );
  fails(project, 'https://github.com/nila/portal', 'CAPSTONE_IMAGE=\n').toThrow('names no image');
});
