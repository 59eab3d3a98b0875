import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { courses, importFiles, makeImportFolder, project } from '#support/import-folder';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';
import { exportCatalogue } from './write-exports.ts';

test('the catalogue is written into a new or an empty folder, whole, and leaves a line', async () => {
  const app = await makeTestApp();
  await importFiles(app.context, {
    'courses.yaml': courses,
    'projects.yaml': project('P001'),
    'images/P001.svg': '<svg/>',
  });
  const parent = makeImportFolder({ 'full/note.txt': 'mine' });
  mkdirSync(path.join(parent, 'empty'));
  for (const name of ['new', 'empty']) {
    const out = path.join(parent, name);
    expect(await exportCatalogue(app.context, out)).toBe(4);
    expect(readdirSync(out).toSorted()).toEqual(['batches.yaml', 'courses.yaml', 'images', 'projects.yaml']);
    expect(readFileSync(path.join(out, 'images/P001.svg'), 'utf8')).toBe('<svg/>');
  }
  for (const [name, message] of [
    ['full', 'is not empty; name a new or an empty folder.'],
    ['full/note.txt', 'is not a folder; name a new or an empty one.'],
    ['nowhere/out', 'There is no folder'],
  ] as const) {
    await expect(exportCatalogue(app.context, path.join(parent, name)), name).rejects.toThrow(message);
  }
  expect(readdirSync(parent).toSorted()).toEqual(['empty', 'full', 'new']);
  const exports = (await readAuditLog(app)).filter(({ act }) => act === 'export-catalogue');
  expect(exports).toHaveLength(2);
});
