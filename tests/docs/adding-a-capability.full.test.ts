import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/adding-a-capability.md'), 'utf8');
const migrations = 'src/server/platform/database/migrations';

type Block = { file: string; anchor: string | null; isAfter: boolean; text: string };

/** The page's code: whole files, and lines that stand before or after the line which begins with an anchor. */
function blocksOf(markdown: string): Block[] {
  const fence = /^```\w+ file=(\S+)(?: (after|before)="([^"]+)")?\n(.*?)^```$/gms;
  return [...markdown.matchAll(fence)].map(([, file = '', where, anchor, text = '']) => ({
    file,
    anchor: anchor ?? null,
    isAfter: where === 'after',
    text,
  }));
}

/** A copy of the project in a repository of its own, without what the tests leave behind. */
function copyProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => /^(src|tests|scripts|sample|bench|docs\/reference)\/|^[^/]+\.(json|ts)$/.test(name))) {
    cpSync(path.join(root, file), path.join(folder, file));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, '.gitignore'), '/node_modules\n/.react-router/\n/build/\n');
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
  git('init', '-q');
  git('add', '-A');
  return folder;
}

/** The next free number of a migration, as in `0010`. */
function nextNumber(folder: string): string {
  const files = readdirSync(path.join(folder, migrations)).filter((name) => name.endsWith('.ts'));
  const numbers = files.map((name) => Number(name.slice(0, 4)));
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

function apply(folder: string, { file, anchor, isAfter, text }: Block): void {
  const target = path.join(folder, file.replace('NNNN', nextNumber(folder)));
  if (anchor === null) {
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
    return;
  }
  const lines = readFileSync(target, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.trimStart().startsWith(anchor.trimStart()));
  expect(at, `${file} has a line that begins with ${anchor}`).toBeGreaterThanOrEqual(0);
  const indent = /^ */.exec(lines[at] ?? '')?.[0] ?? '';
  const added = text.trimEnd().split('\n');
  lines.splice(isAfter ? at + 1 : at, 0, ...added.map((line) => (line === '' ? '' : indent + line)));
  writeFileSync(target, lines.join('\n'));
}

/** Runs a tool of the project in the copy. @throws with what it printed */
function run(folder: string, ...args: string[]): string {
  try {
    const env = { ...process.env, CAPSTONE_TEST_FULL: '' };
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

/** Not counted: papers, tests and what they read, and what `npm run reference` writes. */
const isSource = (file: string): boolean =>
  !/^(?:docs|tests|bench)\/|\.test\.tsx?$|^src\/contract\/(?:paths|staff-paths|wire\/all-calls)\.ts$|\/stored-tables\.ts$/.test(
    file,
  );

test('a capability is added as the page says, in at most twelve source files', { timeout: 900_000 }, () => {
  const folder = copyProject();
  for (const block of blocksOf(page)) apply(folder, block);
  run(folder, 'scripts/reference/main.ts');
  run(folder, 'node_modules/@react-router/dev/bin.cjs', 'typegen');
  run(
    folder,
    'node_modules/typescript/bin/tsc',
    '--checkers',
    '1',
    '--tsBuildInfoFile',
    'build/a.tsbuildinfo',
  );
  run(folder, 'node_modules/oxlint/bin/oxlint', '--deny-warnings');
  const changed = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter((line) => /^.[MD?]/.test(line))
    .map((line) => line.slice(3));
  const sources = changed.filter(isSource);
  expect(sources.length, sources.join('\n')).toBeLessThanOrEqual(12);
  expect(changed).toContain('docs/reference/queries/tips.sql');
  execFileSync('git', ['add', '-A'], { cwd: folder });
  run(folder, 'scripts/check-boundaries/check-boundaries.mjs');
  const tests = [
    'tips/',
    'contract/paths',
    'contract/wire/endpoints',
    'demo-screens',
    'api/access',
    'scripts/reference',
    // Its screen is rendered with the others.
    'frame/signed-in-pages',
  ];
  const projects = ['unit', 'components', 'api on sqlite'].map((name) => `--project=${name}`);
  const reportFile = path.join(folder, 'report.json');
  const reporter = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reportFile}`];
  run(folder, 'node_modules/vitest/vitest.mjs', 'run', ...reporter, ...projects, ...tests);
  const report = JSON.parse(readFileSync(reportFile, 'utf8')) as {
    numFailedTests: number;
    testResults: { name: string }[];
  };
  expect(report.numFailedTests).toBe(0);
  const names = report.testResults.map(({ name }) => path.basename(name));
  expect(names).toContain('tips.api.test.ts');
  expect(names).toContain('tip-list.test.tsx');
  expect(names).toContain('signed-in-pages.http.test.ts');
});
