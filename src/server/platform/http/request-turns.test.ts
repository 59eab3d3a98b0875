import { EventEmitter } from 'node:events';
import { setImmediate as nextLoop } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AskerGone, makeRequestTurns, type Turn } from './request-turns.ts';

const reply = () => ({ raw: new EventEmitter() }) as unknown as FastifyReply & { raw: EventEmitter };

test('an account has its turns at once, and the rest in order; another one does not wait for it', async () => {
  const turns = makeRequestTurns(2);
  const order: string[] = [];
  const ask = (asker: number | string, name: string, weight = 1) => {
    const turn = turns.enter(asker, reply(), weight);
    return Promise.resolve(turn).then((taken) => {
      order.push(name);
      return taken;
    });
  };
  const [first, second] = await Promise.all([ask(1, 'first'), ask(1, 'second')]);
  const third = ask(1, 'third');
  const page = ask(1, 'page', 4);
  for (const turn of await Promise.all([ask(2, 'other'), ask('203.0.113.1', 'network')])) turns.leave(turn);
  await nextLoop();
  expect(order).toEqual(['first', 'second', 'other', 'network']);
  turns.leave(first as Turn);
  await third;
  turns.leave(second as Turn);
  await nextLoop();
  expect(order.at(-1), 'what is heavier than all that is free goes alone').toBe('third');
  turns.leave(await third);
  turns.leave(await page);
  expect(order.at(-1)).toBe('page');
});

test('of one account only so much is begun before others are looked at', async () => {
  const turns = makeRequestTurns(100);
  const begun: number[] = [];
  // Each is done at once, as with the embedded database.
  const work = async (n: number) => {
    const turn = await turns.enter(1, reply(), 1);
    begun.push(n);
    turns.leave(turn);
  };
  for (let n = 0; n < 40; n++) void work(n);
  await Promise.resolve();
  expect(begun).toHaveLength(8);
  const counts: number[] = [];
  for (let loop = 0; loop < 5; loop++) {
    await nextLoop();
    counts.push(begun.length);
  }
  expect(counts.at(-1)).toBe(40);
  expect(begun).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

test('who goes away while they wait takes no turn', async () => {
  const turns = makeRequestTurns(1);
  const first = turns.enter(1, reply(), 1) as Turn;
  const gone = reply();
  const waiting = turns.enter(1, gone, 1);
  gone.raw.emit('close');
  await expect(waiting).rejects.toBeInstanceOf(AskerGone);
  turns.leave(first);
  await nextLoop();
  expect(turns.enter(1, reply(), 1)).not.toBeInstanceOf(Promise);
});

test('nobody fills the memory by waiting', () => {
  const turns = makeRequestTurns(1);
  turns.enter(1, reply(), 1);
  for (let n = 0; n < 500; n++) void turns.enter(1, reply(), 1);
  expect(() => turns.enter(1, reply(), 1)).toThrow(
    expect.objectContaining({ status: 429, retryAfter: 1 }) as Error,
  );
  expect(turns.enter(2, reply(), 1)).not.toBeInstanceOf(Promise);
});

test('what had to wait lets the requests of others go first, but not for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const turns = makeRequestTurns(1);
  const begun: string[] = [];
  const ask = (asker: number, name: string) => {
    const turn = turns.enter(asker, reply(), 1);
    void Promise.resolve(turn).then(() => begun.push(name));
    return turn;
  };
  const much = ask(1, 'first of much') as Turn;
  void ask(1, 'second of much');
  void ask(1, 'third of much');
  const little = ask(2, 'little') as Turn;
  turns.leave(much);
  await nextLoop();
  expect(begun, 'another request is under way').toEqual(['first of much', 'little']);
  turns.leave(little);
  await nextLoop();
  expect(begun.at(-1)).toBe('second of much');

  void ask(3, 'never ends');
  turns.leave({ asker: 1, weight: 1 });
  vi.advanceTimersByTime(249);
  await nextLoop();
  expect(begun.at(-1)).toBe('never ends');
  vi.advanceTimersByTime(1);
  await nextLoop();
  expect(begun.at(-1)).toBe('third of much');
});

test('those who wait take turns with one another', async () => {
  const turns = makeRequestTurns(1);
  const begun: number[] = [];
  const taken = [turns.enter(1, reply(), 1) as Turn];
  const ask = async (asker: number) => {
    taken.push(await turns.enter(asker, reply(), 1));
    begun.push(asker);
  };
  taken.push(turns.enter(2, reply(), 1) as Turn);
  for (const asker of [1, 1, 2, 2]) void ask(asker);
  while (taken.length > 0) {
    turns.leave(taken.shift() as Turn);
    await nextLoop();
  }
  expect(begun).toEqual([1, 2, 1, 2]);
});
