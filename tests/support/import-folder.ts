import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppContext } from '#server/platform/context';
import { formatImportError, ImportRefused } from '#server/platform/import-files/source-location';
import { importSources, type ImportReport } from '#server/catalogue/import/import-sources';
import { readSources } from '#server/catalogue/import/read-sources';

/** Files of an operator by their paths in a folder that goes after the running test. */
export function makeImportFolder(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), body);
  }
  return folder;
}

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** Imports files; the counts of each kind as `added/changed/unchanged`. */
export async function importFiles(
  context: Context,
  files: Record<string, string | Buffer>,
  options: { dryRun?: boolean } = {},
): Promise<Record<string, string>> {
  return countsOf(await importSources(context, await readSources(makeImportFolder(files)), options));
}

function countsOf(report: ImportReport): Record<string, string> {
  return Object.fromEntries(
    report.map(({ noun, changes, unchanged }) => {
      const added = changes.filter(({ kind }) => kind === 'added').length;
      return [noun, `${added}/${changes.length - added}/${unchanged}`];
    }),
  );
}

/** What an import of files is refused for, without the folder's own path. */
export async function refusalOf(context: Context, files: Record<string, string | Buffer>): Promise<string[]> {
  const folder = makeImportFolder(files);
  try {
    await importSources(context, await readSources(folder));
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return error.faults.map((fault) => formatImportError(fault).slice(folder.length + 1));
  }
  throw new Error('The import was not refused');
}

export const courses = '- name: Web Development\n- name: Data Science\n';

export function batch(name: string, more = ''): string {
  return `- name: ${name}\n  course: Web Development\n  start: 2026-11-02\n${more}`;
}

export function project(id: string, more: Record<string, string> = {}): string {
  const fields = {
    name: `Project ${id}`,
    course: 'Web Development',
    details: 'What it is about.',
    overview: '[Plan, Build]',
    prerequisiteKnowledge: '[HTML]',
    jobOpportunities: '[Developer]',
    backgroundImage: `/images/${id}.svg`,
    project_url: `/documents/${id}.html`,
    ref1: 'https://example.test/1',
    ref2: 'https://example.test/2',
    ref3: 'https://example.test/3',
    ref4: 'http://example.test/4',
    ...more,
  };
  return `- id: ${id}\n${Object.entries(fields)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join('')}`;
}
