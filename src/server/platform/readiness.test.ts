import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeLifecycle, makeReadiness, type ReadinessCheck } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process that is ready, and things that it needs, each of which a test can break. */
function makeProcess(...checks: Pick<ReadinessCheck, 'name' | 'isOwnFault'>[]) {
  const lifecycle = makeLifecycle();
  lifecycle.markReady();
  const lines: [level: string, check: unknown, why?: string][] = [];
  const log = {
    info: (line: { check: string }) => void lines.push(['info', line.check]),
    warn: (line: { check: string; err: Error }) => void lines.push(['warn', line.check, line.err.message]),
  };
  const readiness = makeReadiness(lifecycle, () => log as never);
  const broken = new Map<string, Error | 'hangs'>();
  for (const check of checks) {
    readiness.add({
      ...check,
      keptMs: 0,
      async check() {
        const fault = broken.get(check.name);
        if (fault === 'hangs') await new Promise(() => {});
        if (fault !== undefined) throw fault as Error;
      },
    });
  }
  return { lifecycle, readiness, broken, lines };
}

const disk = { name: 'disk', isOwnFault: true };
const database = { name: 'database', isOwnFault: false };

test('a process is unavailable before it is ready and once it stops, whatever its checks say', async () => {
  const lifecycle = makeLifecycle();
  const readiness = makeReadiness(lifecycle, () => console);
  expect(await readiness.read()).toEqual({ status: 'unavailable', checks: { lifecycle: 'failing' } });
  lifecycle.markReady();
  expect(await readiness.read()).toEqual({ status: 'ok', checks: { lifecycle: 'ok' } });
  lifecycle.markStopping();
  expect(await readiness.read()).toEqual({ status: 'unavailable', checks: { lifecycle: 'failing' } });
});

test('what all processes share degrades, a fault of the machine alone makes it unavailable', async () => {
  const { readiness, broken } = makeProcess(disk, database);
  expect((await readiness.read()).status).toBe('ok');
  broken.set('database', new Error('gone'));
  expect(await readiness.read()).toEqual({
    status: 'degraded',
    checks: { lifecycle: 'ok', disk: 'ok', database: 'failing' },
  });
  broken.set('disk', new Error('read-only'));
  expect(await readiness.read()).toEqual({
    status: 'unavailable',
    checks: { lifecycle: 'ok', disk: 'failing', database: 'failing' },
  });
  broken.clear();
  expect((await readiness.read()).status).toBe('ok');
});

test('a check can tell by its failure whose fault it is', async () => {
  const { readiness, broken, lines } = makeProcess({
    name: 'database',
    isOwnFault: (error) => (error as Error).message === 'too new',
  });
  broken.set('database', new Error('gone'));
  expect((await readiness.read()).status).toBe('degraded');
  broken.set('database', new Error('too new'));
  expect(await readiness.read()).toMatchObject({ status: 'unavailable', checks: { database: 'failing' } });
  expect(lines.map(([, , why]) => why)).toEqual(['gone', 'too new']);
});

test('what hangs fails within half a second, before a balancer gives up, and holds up no other check', async () => {
  const { readiness, broken } = makeProcess(disk, database);
  broken.set('database', 'hangs');
  const report = readiness.read();
  await vi.advanceTimersByTimeAsync(500);
  expect((await report).checks).toMatchObject({ disk: 'ok', database: 'failing' });
});

test('the log says when a check begins to fail and why, and when it passes again, each once', async () => {
  const { readiness, broken, lines } = makeProcess(disk, database);
  await readiness.read();
  broken.set('disk', new Error('read-only'));
  await readiness.read();
  await readiness.read();
  broken.clear();
  await readiness.read();
  await readiness.read();
  expect(lines).toEqual([
    ['warn', 'disk', 'read-only'],
    ['info', 'disk'],
  ]);
});
