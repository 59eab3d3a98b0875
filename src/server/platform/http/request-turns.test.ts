import { EventEmitter } from 'node:events';
import { setImmediate as nextLoop } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AskerGone, makeRequestTurns, turnWeights, type Turn } from './request-turns.ts';

// Shares and rests are reckoned by the time: it passes only when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

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

test('of pages one is begun before others are looked at, whoever asks; calls do not wait for them', async () => {
  const { ask, begun } = makeAsking(100);
  for (const asker of [1, 2, '203.0.113.1']) ask(asker, `page of ${asker}`, turnWeights.page);
  for (const asker of [2, 4]) ask(asker, `call of ${asker}`);
  await Promise.resolve();
  expect(begun).toEqual(['page of 1', 'call of 2', 'call of 4']);
  await nextLoop();
  expect(begun.slice(3)).toEqual(['page of 203.0.113.1']);
  await nextLoop();
  expect(begun.slice(4)).toEqual(['page of 2']);
});

test('of waiting pages those go first whose reader has asked for least', async () => {
  const { ask, leave, begun } = makeAsking(100);
  ask(1, 'page 1 of much', turnWeights.page);
  await nextLoop();
  leave('page 1 of much');
  ask(3, 'page before them', turnWeights.page);
  ask(1, 'page 2 of much', turnWeights.page);
  ask(2, 'page of little', turnWeights.page);
  for (let round = 0; round < 2; round++) await nextLoop();
  expect(begun.slice(1)).toEqual(['page before them', 'page of little', 'page 2 of much']);
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

/** Turns of whoever is named, and the names of those that were begun. */
function makeAsking(atOnce: number) {
  const turns = makeRequestTurns(atOnce);
  const begun: string[] = [];
  const taken = new Map<string, Turn>();
  const ask = (asker: number | string, name: string, weight = 1): void => {
    void (async () => {
      taken.set(name, await turns.enter(asker, reply(), weight));
      begun.push(name);
    })();
  };
  const leave = (name: string): void => turns.leave(taken.get(name) as Turn);
  return { ask, leave, begun };
}

test('what had to wait lets the requests of others go first, but not for long', async () => {
  const { ask, leave, begun } = makeAsking(1);
  ask(1, 'first of much');
  ask(1, 'second of much');
  ask(1, 'third of much');
  ask(2, 'little');
  await nextLoop();
  leave('first of much');
  await nextLoop();
  expect(begun, 'another request is under way').toEqual(['first of much', 'little']);
  leave('little');
  await nextLoop();
  expect(begun.at(-1)).toBe('second of much');

  ask(3, 'never ends');
  await nextLoop();
  leave('second of much');
  vi.advanceTimersByTime(249);
  await nextLoop();
  expect(begun.at(-1)).toBe('never ends');
  vi.advanceTimersByTime(51);
  await nextLoop();
  expect(begun.at(-1)).toBe('third of much');
});

test('after a long one of much the others go first for longer, and for two seconds at most', async () => {
  const { ask, leave, begun } = makeAsking(1);
  ask(1, 'first');
  for (const name of ['second', 'third']) ask(1, name);
  ask(2, 'never ends');
  await nextLoop();
  const restAfter = async (name: string, took: number): Promise<number> => {
    vi.advanceTimersByTime(took);
    leave(name);
    const before = begun.length;
    for (let rest = 50; rest <= 3_000; rest += 50) {
      vi.advanceTimersByTime(50);
      await nextLoop();
      if (begun.length > before) return rest;
    }
    return Infinity;
  };
  expect(await restAfter('first', 100)).toBe(900);
  expect(await restAfter('second', 10_000)).toBe(2_000);
});

test('an account within its share of work does not wait for others, one beyond it does, and has its share again later', async () => {
  const { ask, leave, begun } = makeAsking(16);
  ask(2, 'never ends');
  for (let n = 1; n <= 4; n++) {
    ask(1, `page ${n}`, 8);
    await nextLoop();
    leave(`page ${n}`);
  }
  expect(begun).toHaveLength(5);
  ask(1, 'page 5', 8);
  await nextLoop();
  expect(begun).toHaveLength(5);
  vi.advanceTimersByTime(300);
  await nextLoop();
  expect(begun.at(-1)).toBe('page 5');
  leave('page 5');
  vi.advanceTimersByTime(3_000);
  ask(1, 'page 6', 8);
  await nextLoop();
  expect(begun.at(-1)).toBe('page 6');
});

test('an account beyond its share is served at once while nobody else asks, and so are the many of one network', async () => {
  const { ask, leave, begun } = makeAsking(16);
  const pages = async (asker: number | string) => {
    for (let n = 1; n <= 12; n++) {
      const name = `${asker} ${n}`;
      ask(asker, name, 8);
      await nextLoop();
      expect(begun.at(-1)).toBe(name);
      leave(name);
    }
  };
  await pages(1);
  ask(2, 'never ends');
  await nextLoop();
  await pages('203.0.113.1');
});

async function useUpShare(asker: number, { ask, leave }: ReturnType<typeof makeAsking>): Promise<void> {
  for (let n = 1; n <= 4; n++) {
    ask(asker, `${asker}: ${n}`, 8);
    await nextLoop();
    leave(`${asker}: ${n}`);
  }
}

test('those beyond their share do not wait for one another once nobody else is at work', async () => {
  const asking = makeAsking(16);
  for (const asker of [1, 2]) await useUpShare(asker, asking);
  vi.advanceTimersByTime(999);
  // Each sees what the other one did within its share.
  for (const asker of [1, 2]) asking.ask(asker, `${asker} soon`, 24);
  await nextLoop();
  expect(asking.begun.at(-1)).toBe('1 soon');
  asking.leave('1 soon');
  await nextLoop();
  asking.leave('2 soon');
  vi.advanceTimersByTime(1_000);
  for (const asker of [1, 2]) asking.ask(asker, `${asker} later`, 24);
  await nextLoop();
  expect(asking.begun.slice(-2)).toEqual(['1 later', '2 later']);
});

test('while others are at work, those beyond their share go one after the other: one page, or as many calls', async () => {
  const asking = makeAsking(16);
  const { ask, leave, begun } = asking;
  for (const asker of [1, 2]) await useUpShare(asker, asking);
  ask(3, 'little');
  await nextLoop();
  leave('little');
  ask(1, 'page of one', 8);
  ask(2, 'page of another', 8);
  for (let n = 1; n <= 9; n++) ask(2, `call ${n}`);
  await nextLoop();
  expect(begun.slice(-2), 'nobody within their share is under way').toEqual(['little', 'page of one']);
  vi.advanceTimersByTime(32);
  leave('page of one');
  vi.advanceTimersByTime(267);
  await nextLoop();
  expect(begun.at(-1), 'they rest nine times as long as it took').toBe('page of one');
  // They are looked at every 50 ms.
  vi.advanceTimersByTime(51);
  await nextLoop();
  expect(begun.at(-1)).toBe('page of another');
  leave('page of another');
  await nextLoop();
  expect(begun.at(-1)).toBe('call 8');
  leave('call 1');
  await nextLoop();
  expect(begun.at(-1)).toBe('call 9');
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
