import { expect, test } from 'vitest';
import { CannotWrite, makeWriteMonitor, type HealthChange } from './write-monitor.ts';

const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

function makeFixture() {
  let now = 1_000;
  let disk: Error | null = null;
  const changes: HealthChange[] = [];
  const write = async () => {
    if (disk !== null) throw disk;
    return 'written';
  };
  const monitor = makeWriteMonitor({
    isFailure: (error) => error === full,
    refusal: () => ({ message: 'Nothing can be saved.', retryAfter: 15 }),
    probe: write,
    now: () => now,
  });
  monitor.onChange((change) => changes.push(change));
  return {
    monitor,
    changes,
    write: () => monitor.run(write),
    advance: (ms: number) => (now += ms),
    setDisk: (error: Error | null) => (disk = error),
  };
}

test('the first failure is kept with its cause, the others are counted', async () => {
  const { monitor, changes, write, advance, setDisk } = makeFixture();
  expect(await write()).toBe('written');
  expect(monitor.health()).toEqual({ ok: true });
  setDisk(full);
  for (let count = 0; count < 3; count++) {
    const refused = await write().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CannotWrite);
    expect(refused).toMatchObject({
      status: 503,
      retryAfter: 15,
      cause: full,
      message: 'Nothing can be saved.',
    });
    advance(100);
  }
  const health = { ok: false, since: 1_000, cause: 'SQLITE_FULL: database or disk is full', refused: 3 };
  expect(monitor.health()).toEqual(health);
  expect(changes).toEqual([{ health: { ...health, refused: 1 }, error: full }]);
});

test('a probe finds the way back, once no write has failed for a while', async () => {
  const { monitor, changes, write, advance, setDisk } = makeFixture();
  setDisk(full);
  await write().catch(() => {});
  advance(60_000);
  await expect(monitor.probe()).rejects.toThrow(CannotWrite);
  setDisk(null);
  await monitor.probe();
  expect(monitor.health(), 'little finds room at once').toMatchObject({ ok: false, refused: 2 });
  advance(4_000);
  await write();
  expect(monitor.health(), 'a change may have nothing to write').toMatchObject({ ok: false });
  await monitor.probe();
  expect(monitor.health()).toEqual({ ok: true });
  expect(changes).toHaveLength(2);
  expect(changes[1]).toMatchObject({ health: { ok: true }, former: { since: 1_000, refused: 2 } });
});

test('what has other reasons, or is noted already, goes through as it is', async () => {
  const { monitor, write, setDisk } = makeFixture();
  const other = new Error('a unique key');
  setDisk(other);
  await expect(write()).rejects.toBe(other);
  expect(monitor.health()).toEqual({ ok: true });
  const noted = new CannotWrite('Files cannot be kept.', 60, full);
  setDisk(noted);
  await expect(write()).rejects.toBe(noted);
  expect(monitor.health()).toEqual({ ok: true });
});
