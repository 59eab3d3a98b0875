import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

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
  await setImmediate();
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
