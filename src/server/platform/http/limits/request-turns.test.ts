import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { eventually } from '#support/eventually';
import { makeRequestLimit, type Requester } from './request-limit.ts';
import { makeRequestTurns } from './request-turns.ts';

const student = (id: number): Requester => ({ kind: 'student', id });
const never = new AbortController().signal;

function makeTurns() {
  const limit = makeRequestLimit(300);
  const turns = makeRequestTurns(limit);
  const begun: string[] = [];
  function ask(name: string, requester: Requester | null, enter: 'call' | 'page', signal = never) {
    const request = { requester, turn: null } as unknown as FastifyRequest;
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    const reply = { raw } as unknown as FastifyReply;
    const entered = enter === 'call' ? turns.enter(request, reply) : turns.enterPage(request, reply, signal);
    const outcome = entered.then(
      () => void begun.push(name),
      ({ status }: { status: number }) => status,
    );
    return { request, raw, outcome, end: () => request.turn?.end() };
  }
  /** An account that has just taken much of the thread. */
  const heavy = (id: number): Requester => {
    limit.charge(student(id), 500);
    return student(id);
  };
  return { ask, begun, heavy, limit };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('six calls and two pages of an account are under way, and four pages in all', async () => {
  const { ask, begun } = makeTurns();
  const calls = Array.from({ length: 8 }, (_, n) => ask(`call ${n}`, student(1), 'call'));
  const pages = Array.from({ length: 3 }, (_, n) => ask(`page ${n}`, student(1), 'page'));
  const others = [2, 3, 4].map((id) => ask(`page of ${id}`, student(id), 'page'));
  await settle();
  expect(begun.filter((name) => name.startsWith('call'))).toHaveLength(6);
  expect(begun.filter((name) => name.startsWith('page'))).toEqual([
    'page 0',
    'page 1',
    'page of 2',
    'page of 3',
  ]);
  pages[0]?.end();
  calls[0]?.end();
  await eventually(() => expect(begun.slice(-2).toSorted()).toEqual(['call 6', 'page 2']));
  others[0]?.end();
  await eventually(() => expect(begun.at(-1)).toBe('page of 4'));
});

test('before a page that had to wait, new connections are accepted, one a turn of the event loop', async () => {
  const { ask, begun } = makeTurns();
  const [first] = [1, 2, 3, 4].map((id) => ask(`page of ${id}`, student(id), 'page'));
  ask('page of 5', student(5), 'page');
  await settle();
  first?.end();
  let turns = 0;
  for (; begun.length < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
  expect(turns).toBeGreaterThan(10);
});

test('of who has taken much of the thread one request is under way, and gives way to pages of others', async () => {
  const { ask, begun, heavy } = makeTurns();
  const flood = Array.from({ length: 5 }, (_, n) =>
    ask(`flood ${n}`, heavy(1), n % 2 === 0 ? 'page' : 'call'),
  );
  await eventually(() => expect(begun).toEqual(['flood 0']));
  const mate = ask('classmate', student(2), 'page');
  await eventually(() => expect(begun).toEqual(['flood 0', 'classmate']));
  flood[0]?.end();
  await settle();
  expect(begun, 'as long as the classmate’s page is under way').toHaveLength(2);
  mate.end();
  await eventually(() => expect(begun.at(-1)).toBe('flood 1'));
  ask('another', heavy(3), 'page');
  await eventually(() => expect(begun.at(-1)).toBe('another'));
});

test('a call that gives way begins after a second at the latest', async () => {
  const { ask, begun, heavy } = makeTurns();
  ask('page that takes long', student(2), 'page');
  ask('call', heavy(1), 'call');
  await settle();
  expect(begun).toEqual(['page that takes long']);
  await expect.poll(() => begun, { timeout: 10_000 }).toContain('call');
});

test('what is done elsewhere holds no place, and its end gives none back twice', async () => {
  const { ask, begun } = makeTurns();
  const calls = Array.from({ length: 6 }, (_, n) => ask(`call ${n}`, student(1), 'call'));
  ask('seventh', student(1), 'call');
  ask('eighth', student(1), 'call');
  await settle();
  const done = Promise.withResolvers<void>();
  const elsewhere = calls[0]?.request.turn?.elsewhere(() => done.promise);
  await eventually(() => expect(begun.at(-1)).toBe('seventh'));
  done.resolve();
  await elsewhere;
  calls[0]?.end();
  await settle();
  expect(begun).not.toContain('eighth');
});

test('a reader who leaves gives the place back, waiting or not', async () => {
  const { ask, begun } = makeTurns();
  const [first] = Array.from({ length: 6 }, (_, n) => ask(`call ${n}`, student(1), 'call'));
  const leaving = ask('leaves', student(1), 'call');
  const next = ask('next', student(1), 'call');
  leaving.raw.emit('close');
  expect(await leaving.outcome).toBe(429);
  first?.raw.emit('close');
  await next.outcome;
  expect(begun).not.toContain('leaves');
  const pages = [1, 1, 2, 2].map((id, n) => ask(`page ${n}`, student(id), 'page'));
  const aborting = new AbortController();
  const late = ask('late', student(3), 'page', aborting.signal);
  aborting.abort();
  expect(await late.outcome).toBe(503);
  pages[0]?.end();
  await ask('in time', student(4), 'page').outcome;
  expect(begun.at(-1)).toBe('in time');
});

test('too many that wait are refused, a little later', async () => {
  const { ask } = makeTurns();
  const pages = Array.from({ length: 63 }, (_, n) => ask(`page ${n}`, student(1), 'page'));
  expect(await pages.at(-1)?.outcome).toBe(429);
});

test('strangers’ calls do not wait for each other, their pages do; what is not counted does not wait', async () => {
  const { ask, begun } = makeTurns();
  const network: Requester = { kind: 'network', id: '203.0.113.1' };
  for (let n = 0; n < 40; n++) ask(`login ${n}`, network, 'call');
  for (let n = 0; n < 3; n++) ask(`page ${n}`, network, 'page');
  for (let n = 0; n < 10; n++) ask(`health ${n}`, null, 'call');
  await settle();
  expect(begun).toHaveLength(40 + 2 + 10);
});

test('what a request took is charged once, also of one that moved to the pages', async () => {
  const { ask, limit } = makeTurns();
  const { request, end, raw, outcome } = ask('form', student(1), 'call');
  await outcome;
  let sum = 0;
  const until = process.threadCpuUsage().user + 250_000;
  while (process.threadCpuUsage().user < until) sum += Math.sqrt(sum + 1);
  end();
  raw.emit('close');
  expect(sum).toBeGreaterThan(0);
  expect(request.turn).not.toBeNull();
  expect(limit.isHeavy(student(1))).toBe(true);
});
