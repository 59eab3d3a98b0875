import { expect, test } from 'vitest';
import { makeFairQueue, type Turn } from './fair-queue.ts';

class Full extends Error {}

/** A queue with one place that is taken; whoever asks is written down when their turn comes. */
function heldQueue(maxQueued = 100) {
  const queue = makeFairQueue({ maxConcurrent: 1, maxQueued, refusal: () => new Full() });
  const run = async (turn: Turn, work: () => Promise<void>) => {
    const leave = await queue.enter(turn);
    await work().finally(leave);
  };
  const order: string[] = [];
  const refused: string[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const first = run({ network: '', account: '', isKnown: false }, () => held);
  const asked: Promise<unknown>[] = [first];
  const ask = (name: string, turn: Partial<Turn> = {}) => {
    const whole = { network: 'n', account: name, isKnown: false, ...turn };
    asked.push(
      run(whole, async () => void order.push(name)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Full);
        refused.push(name);
      }),
    );
  };
  const finish = async () => {
    letGo();
    await Promise.all(asked);
    return order;
  };
  return { queue, run, ask, finish, refused };
}

test('a network that asks a hundred times waits in line behind its own first turn', async () => {
  const { ask, finish } = heldQueue();
  for (let i = 0; i < 50; i++) ask(`flood${i}`, { network: 'loud' });
  ask('asha', { network: 'home' });
  ask('ravi', { network: 'school' });
  ask('meera', { network: 'school' });
  expect((await finish()).slice(0, 5)).toEqual(['flood0', 'asha', 'ravi', 'flood1', 'meera']);
});

test('an account that asks often waits behind the others of its network', async () => {
  const { ask, finish } = heldQueue();
  for (let i = 0; i < 3; i++) ask(`again${i}`, { account: 'one' });
  ask('asha');
  ask('ravi');
  expect(await finish()).toEqual(['again0', 'asha', 'ravi', 'again1', 'again2']);
});

test('every other turn is of somebody known, whoever else waits in their network', async () => {
  const { ask, finish } = heldQueue();
  for (let i = 0; i < 4; i++) ask(`stranger${i}`);
  for (let i = 0; i < 2; i++) ask(`known${i}`, { isKnown: true });
  expect(await finish()).toEqual(['known0', 'stranger0', 'known1', 'stranger1', 'stranger2', 'stranger3']);
});

test('a full queue gives room to who has less in it, from who has most', async () => {
  const { ask, finish, refused } = heldQueue(4);
  for (let i = 0; i < 5; i++) ask(`flood${i}`, { network: 'loud' });
  ask('asha', { network: 'home' });
  ask('again', { network: 'home', account: 'asha' });
  ask('third', { network: 'home', account: 'asha' });
  ask('known', { network: 'loud', isKnown: true });
  const order = await finish();
  expect(refused).toHaveLength(5);
  expect(order.toSorted()).toEqual(['again', 'asha', 'flood0', 'known']);
});

test('a turn whose work fails gives its place on', async () => {
  const { queue, run, ask, finish } = heldQueue();
  const failing = run({ network: 'n', account: 'x', isKnown: false }, async () => {
    throw new Error('no');
  });
  const fails = expect(failing).rejects.toThrow('no');
  ask('next');
  expect(await finish()).toEqual(['next']);
  await fails;
  expect([queue.running(), queue.waiting.size]).toEqual([0, 0]);
});

test('whoever waits can be refused', async () => {
  const { queue, ask, finish, refused } = heldQueue();
  ask('a');
  ask('b', { isKnown: true });
  queue.refuseAll(new Full());
  await finish();
  expect(refused.toSorted()).toEqual(['a', 'b']);
});
