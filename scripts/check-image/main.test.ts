import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const commit = '0123456789abcdef0123456789abcdef01234567';
const published = `ghcr.io/nila/portal@sha256:${'a'.repeat(64)}`;

/** Runs the check with a stand for docker that notes what it is asked. */
function check(args: string[], { health = 'healthy', pulled = '' } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-docker-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const docker = `#!/bin/sh
echo "$@" >> ${folder}/calls
case "$*" in
  *--version) echo "1.1.0, commit ${commit.slice(0, 12)}" ;;
  pull*) echo "$3" > ${folder}/platform ;;
  *Architecture*) echo "\${PULLED:-$(cat ${folder}/platform)}" ;;
  *Health*) echo ${health} ;;
  *ExitCode*) echo 0 ;;
  *--detach*) echo made ;;
esac
`;
  writeFileSync(path.join(folder, 'docker'), docker, { mode: 0o755 });
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'main.mjs'), ...args],
    {
      cwd: path.join(import.meta.dirname, '../..'),
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${folder}:${process.env['PATH']}`,
        CAPSTONE_COMMIT: commit,
        PULLED: pulled,
      },
    },
  );
  return { status, stderr, calls: readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n') };
}

test('an image of a registry is tried on each platform, and none is built', () => {
  const { status, stderr, calls } = check([published, 'linux/amd64', 'linux/arm64']);
  expect([status, stderr]).toEqual([0, '']);
  expect(calls.filter((call) => call.startsWith('build'))).toEqual([]);
  const started = calls.filter((call) => call.includes('--detach'));
  expect(started).toHaveLength(2);
  for (const [at, platform] of ['linux/amd64', 'linux/arm64'].entries()) {
    expect(calls).toContain(`pull --platform ${platform} ${published}`);
    expect(started[at]).toMatch(new RegExp(`--read-only .* --platform ${platform} .* ${published}$`));
  }
  expect(calls.filter((call) => call === 'rm --force --volumes made')).toHaveLength(2);
});

test.each([
  [
    'the image of another platform',
    [published, 'linux/arm64'],
    { pulled: 'linux/amd64' },
    'not for linux/arm64',
  ],
  ['an unhealthy one', [published, 'linux/arm64'], { health: 'unhealthy' }, 'The container is unhealthy'],
  ['no platform', [published], {}, 'Name the platforms'],
])('%s fails the check', (_, args, found, message) => {
  const { status, stderr } = check(args, found);
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});

test('without an image of a registry the check builds one', () => {
  const { status, calls } = check([]);
  expect(status).toBe(0);
  expect(calls.filter((call) => call.startsWith('build '))).toHaveLength(1);
  expect(calls.filter((call) => call.startsWith('pull'))).toEqual([]);
});
