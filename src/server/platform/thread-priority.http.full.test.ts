import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { spawnPortal } from '#support/spawn-portal';

/** The niceness of each thread of a process, by its name. */
function nicenessByName(pid: number): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const name = readFileSync(`${folder}/comm`, 'utf8').trim();
    // The nineteenth field; the second one, the name in brackets, may have spaces.
    const value = Number(readFileSync(`${folder}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16]);
    found.set(name, (found.get(name) ?? new Set()).add(value));
  }
  return found;
}

test.runIf(process.platform === 'linux')(
  'garbage collection gives way to the event loop, and passwords to both',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'capstone-priority-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const portal = spawnPortal({ DATA_DIR: folder, DATABASE_URL: '' });
    onTestFinished(() => portal.kill());
    const url = await portal.listening;
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.test', password: 'a guess' }),
    });
    expect(answer.status).toBe(401);
    const niceness = nicenessByName(portal.pid);
    expect(niceness.get('V8Worker')).toEqual(new Set([5]));
    expect(
      [...niceness.values()].some((values) => values.has(0)),
      'the event loop',
    ).toBe(true);
    expect(
      [...niceness.values()].some((values) => values.has(10)),
      'a password’s thread',
    ).toBe(true);
  },
);
