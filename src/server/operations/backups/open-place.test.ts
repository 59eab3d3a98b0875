import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseS3Address } from '../../platform/files/s3-address.ts';
import { BackupRefused } from './backup-place.ts';
import { openPlace } from './open-place.ts';

const storage = parseS3Address('s3://KEY:SECRET@s3.example.org/hand-ins/portal');

function makeFolders() {
  const root = mkdtempSync(path.join(tmpdir(), 'capstone-place-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const dataDir = path.join(root, 'data');
  mkdirSync(path.join(dataDir, 'files'), { recursive: true });
  const open = (target: string, mustExist = false, bucket = storage) =>
    openPlace(target, { dataDir, storage: bucket }, { warn() {} }, { mustExist });
  return { root, dataDir, open };
}

test('a place in the data folder, by whatever name, or in the bucket of the submissions is refused', async () => {
  const { root, dataDir, open } = makeFolders();
  symlinkSync(dataDir, path.join(root, 'link'));
  for (const target of [dataDir, path.join(dataDir, 'files'), path.join(root, 'link')])
    await expect(open(target), target).rejects.toThrow('is inside DATA_DIR');
  mkdirSync(path.join(root, 'other'));
  writeFileSync(path.join(root, 'other', 'capstone.sqlite'), '');
  await expect(open(path.join(root, 'other'))).rejects.toThrow('is the data folder of a portal');
  await expect(open('s3://KEY:SECRET@s3.example.org/hand-ins/portal')).rejects.toThrow(
    'The portal keeps its own files there',
  );
  await expect(open('s3://hand-ins/portal')).rejects.toThrow('The portal keeps its own files there');
  const inFiles = parseS3Address('s3://KEY:SECRET@s3.example.org/hand-ins/files');
  for (const [target, bucket] of [
    ['s3://hand-ins', inFiles],
    ['s3://hand-ins/portal/uploads', storage],
  ] as const)
    await expect(open(target, false, bucket), target).rejects.toThrow('The portal keeps its own files there');
  const beside = await open('s3://hand-ins/portal/nightly');
  await beside.close();
});

test('what is no address is refused without its secret, and a folder without backups for whoever wants one of them', async () => {
  const { root, open } = makeFolders();
  await expect(open('s3://KEY:SECRET@s3.example.org')).rejects.toThrow(
    /^s3:\/\/\*\*\*@s3.example.org is not a bucket address/,
  );
  await expect(open('s3://nightly/x', false, null)).rejects.toThrow('needs STORAGE_URL, which is not set');
  await expect(open(root, true)).rejects.toThrow(`There are no backups in ${root}`);
});

test('a bucket alone is one of the service that keeps the submissions', async () => {
  const { open } = makeFolders();
  const places = ['s3://nightly/portal', 's3://KEY:SECRET@s3.example.org/nightly/portal'];
  for (const target of places) {
    const place = await open(target);
    expect(place.shown).toBe('s3://s3.example.org/nightly/portal/');
    await place.close();
  }
});

test.runIf(process.platform === 'linux')(
  'a folder that cannot be made is refused at once, in one line that says why',
  async () => {
    const { root, open } = makeFolders();
    writeFileSync(path.join(root, 'file'), '');
    symlinkSync(path.join(root, 'nowhere'), path.join(root, 'dangling'));
    symlinkSync(path.join(root, 'circle'), path.join(root, 'circle'));
    mkdirSync(path.join(root, 'foreign'));
    writeFileSync(path.join(root, 'foreign', 'backups'), '');
    const cases: [string, RegExp][] = [
      // Node's recursive mkdir never ends there.
      ['/proc/nope', /\(ENOENT: /],
      ['/proc/nope/below/it', /\(ENOENT: /],
      ['/proc/self/nope', /\(ENOENT: /],
      [path.join(root, 'file'), /file is not a folder|ENOTDIR/],
      [path.join(root, 'file/below'), /ENOTDIR/],
      [path.join(root, 'dangling'), /dangling is a link to nothing/],
      [path.join(root, 'dangling/below'), /dangling is a link to nothing/],
      [path.join(root, 'circle'), /ELOOP/],
      [path.join(root, 'foreign'), /backups is not a folder/],
      [path.join(root, 'n'.repeat(300)), /ENAMETOOLONG/],
    ];
    for (const [target, why] of cases) {
      const refused = await open(target).then(
        () => 'opened',
        (error: unknown) => error,
      );
      expect(refused, target).toBeInstanceOf(BackupRefused);
      expect(String(refused)).toMatch(why);
      expect(String(refused)).toMatch(/^Error: \/.* cannot be used for backups \(.+\)$/);
    }
    await expect(open('~/backups')).rejects.toThrow('~/backups begins with ~. Write the whole path');
    await expect(open('')).rejects.toThrow('The folder has no name');
  },
);

test('a relative place and a link to a folder are made, with the folders above them', async () => {
  const { root, open } = makeFolders();
  mkdirSync(path.join(root, 'disk'));
  symlinkSync(path.join(root, 'disk'), path.join(root, 'link'));
  const places = [path.join(root, 'link/a/b'), path.relative('.', path.join(root, 'c/d')), `${root}/e/`];
  for (const target of places) {
    const place = await open(target);
    expect(place.shown).toBe(path.resolve(target));
    expect(await place.list()).toEqual([]);
    await place.close();
  }
});
