import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedMutex, makeSharedLookup } from './one-at-a-time.ts';

/** Look-ups that end when they are told to; `began` has the keys in the order in which they began. */
function makeLookups() {
  const began: string[] = [];
  const ends: PromiseWithResolvers<string>[] = [];
  const shared = makeSharedLookup<string>();
  const ask = (key: string) =>
    shared(key, () => {
      began.push(key);
      const end = Promise.withResolvers<string>();
      ends.push(end);
      return end.promise;
    });
  /** Ends the look-up that began as the nth one, and lets the next begin. */
  const end = async (n: number, { fails = false } = {}) => {
    if (fails) ends[n]?.reject(new Error(`failed ${n}`));
    else ends[n]?.resolve(`seen ${n}`);
    await nextTurn();
  };
  return { ask, began, end };
}

test('of one key there is one look-up at a time, and who asks meanwhile sees what is there afterwards', async () => {
  const { ask, began, end } = makeLookups();
  const first = ask('a');
  const others = [ask('a'), ask('a'), ask('a')];
  expect(began).toEqual(['a']);
  await end(0);
  expect(await first).toBe('seen 0');
  expect(began).toEqual(['a', 'a']);
  const later = ask('a');
  await end(1);
  expect(await Promise.all(others)).toEqual(['seen 1', 'seen 1', 'seen 1']);
  expect(began, 'it asked after the second had begun').toEqual(['a', 'a', 'a']);
  await end(2);
  expect(await later).toBe('seen 2');
});

test('another key waits for nobody', async () => {
  const { ask, began, end } = makeLookups();
  const asked = [ask('a'), ask('b')];
  expect(began).toEqual(['a', 'b']);
  await end(1);
  expect(await asked[1]).toBe('seen 1');
  await end(0);
});

test('who waits for one that fails fails with it, and the next one looks again', async () => {
  const { ask, began, end } = makeLookups();
  const asked = Promise.allSettled([ask('a'), ask('a')]);
  await end(0, { fails: true });
  expect(await asked).toMatchObject([
    { status: 'rejected', reason: { message: 'failed 0' } },
    { status: 'rejected', reason: { message: 'failed 0' } },
  ]);
  const again = ask('a');
  expect(began).toEqual(['a', 'a']);
  await end(1);
  expect(await again).toBe('seen 1');
});

test('work of one key runs in the order of the calls, work of another key beside it', async () => {
  const mutex = createKeyedMutex();
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (key: string, name: string, until?: Promise<void>) =>
    mutex.runExclusive(key, async () => {
      log.push(`${name} begins`);
      await until;
      log.push(`${name} ends`);
      return name;
    });
  const all = [run('a', 'first', first.promise), run('a', 'second'), run('b', 'other')];
  await all[2];
  await nextTurn();
  expect(log).toEqual(['first begins', 'other begins', 'other ends']);
  first.resolve();
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other']);
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'second ends']);
});

test('work that fails lets the next of its key run', async () => {
  const mutex = createKeyedMutex();
  const failing = mutex.runExclusive('a', () => Promise.reject(new Error('no')));
  const next = mutex.runExclusive('a', async () => 'next');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
