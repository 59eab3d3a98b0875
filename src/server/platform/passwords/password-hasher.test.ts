import { argon2Sync } from 'node:crypto';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { HttpError } from '../http/http-errors.ts';
import { makePasswordHasher } from './password-hasher.ts';

function hasher(options: Parameters<typeof makePasswordHasher>[0] = {}) {
  const passwords = makePasswordHasher(options);
  onTestFinished(() => passwords.close());
  return passwords;
}

/** The threads that start during a test. */
function watchThreads(): Worker[] {
  const started: Worker[] = [];
  const note = (worker: Worker): void => void started.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return started;
}

/** The next thread, as it begins: seen at its announcement, it cannot have done any work. */
const nextThread = () => once(process, 'worker') as Promise<[Worker]>;

const form = /^\$argon2id\$v=19\$m=19456,t=2,p=2\$[\w+/]{22}\$[\w+/]{43}$/;

test('a password fits its own hash and no other', async () => {
  const passwords = hasher();
  const [hash, again] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(hash).toMatch(form);
  expect(again, 'each hash has a nonce of its own').not.toBe(hash);
  expect(await passwords.verify('correct horse', hash)).toBe(true);
  expect(await passwords.verify('correct horse', again)).toBe(true);
  for (const wrong of ['Correct horse', 'correct horse ', '', 'correct horsé']) {
    expect(await passwords.verify(wrong, hash), JSON.stringify(wrong)).toBe(false);
  }
});

test('passwords beyond ASCII and with lone surrogates are hashed like others', async () => {
  const passwords = hasher();
  for (const word of ['പാസ്‌വേഡ്', '🐘🐘🐘🐘🐘🐘', 'lone \ud800 half']) {
    expect(await passwords.verify(word, await passwords.hash(word)), word).toBe(true);
  }
});

/** Of `café-അവൻ` as it was typed on one keyboard: e and its accent apart, the chillu with its joiner; made before passwords were prepared. */
const typed = 'cafe\u0301-അവന്\u200d';
const outdated =
  '$argon2id$v=19$m=16,t=1,p=2$BwcHBwcHBwcHBwcHBwcHBw$Gq7znPctKs64BjuBpPs6nUQSjuIAWGF2wn9xLRzIDBg';

test.each([
  ['café-അവൻ', typed],
  ['\u212Bngström 1', 'A\u030Angstro\u0308m\u00A01'],
  ['ｐａｓｓ１２', 'pass12'],
  ['എൻ്റെ1', 'എന്റെ1'],
  ['को है', 'क\u093E\u0947 है'],
  ['நன்\u200cறி', 'நன்றி'],
])('%j is the same password as %j, however it is typed', async (one, other) => {
  const passwords = hasher();
  expect(await passwords.verify(other, await passwords.hash(one))).toBe(true);
  expect(await passwords.verify(one, await passwords.hash(other))).toBe(true);
});

test('a hash of version 1.0.0 fits what was typed then, and stays, so that it can read it', async () => {
  const passwords = hasher();
  const former = 'എൻ്റെ1';
  const cost = { memory: 16, passes: 1, parallelism: 2, tagLength: 32 };
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync('argon2id', { message: Buffer.from(former), nonce, ...cost });
  const bare = (part: Buffer) => part.toString('base64').replace(/=+$/, '');
  const stored = `$argon2id$v=19$m=16,t=1,p=2$${bare(nonce)}$${bare(tag)}`;
  expect(await passwords.verifyAndRenew(former, stored)).toEqual({ fits: true, renewed: null });
  expect(await passwords.verify('എൻ്റെ2', stored)).toBe(false);
});

test('a hash of before fits what was typed then, and is renewed', async () => {
  const passwords = hasher();
  const { fits, renewed } = await passwords.verifyAndRenew(typed, outdated);
  expect([fits, renewed]).toEqual([true, expect.stringMatching(form)]);
  expect(await passwords.verifyAndRenew('café-അവൻ', renewed)).toEqual({ fits: true, renewed: null });
  expect(await passwords.verifyAndRenew(typed, renewed)).toEqual({ fits: true, renewed: null });
  expect(await passwords.verifyAndRenew('cafe\u0301', outdated)).toEqual({ fits: false, renewed: null });
  expect(await passwords.verifyAndRenew(typed, null)).toEqual({ fits: false, renewed: null });
});

test('a null hash never matches, and costs as much as a real one', async () => {
  const run = vi.spyOn(Piscina.prototype, 'run');
  const passwords = hasher();
  expect(await passwords.verify('anything', null)).toBe(false);
  expect(run).toHaveBeenCalledOnce();
  expect(run.mock.lastCall?.[0], 'the work of a stored hash, not of none').toMatchObject({
    hash: expect.stringMatching(form),
  });
});

test.each([
  'plain text',
  '',
  '$2b$10$abcdefghijklmnopqrstuv',
  '$argon2i$v=19$m=19456,t=2,p=2$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
  '$argon2id$v=19$m=0,t=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
  `$argon2id$v=19$m=19456,t=2,p=2$${'A'.repeat(22)}$`,
])('a stored hash that is none (%j) is an error and lets nobody in', async (stored) => {
  const passwords = hasher();
  await expect(passwords.verify('plain text', stored)).rejects.toThrow();
  expect(await passwords.verify('x', await passwords.hash('x')), 'the next one is served').toBe(true);
});

test('a stored hash that was cut short fits nothing', async () => {
  const passwords = hasher();
  const hash = await passwords.hash('correct horse');
  expect(await passwords.verify('correct horse', hash.slice(0, -8))).toBe(false);
});

test('two run concurrently, some are queued, and more are refused with Retry-After', async () => {
  const threads = watchThreads();
  const passwords = hasher({ queueLength: 3 });
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.hash('secret1')));
  const refused = all.flatMap((result) => (result.status === 'rejected' ? [result.reason as HttpError] : []));
  expect(refused).toHaveLength(3);
  for (const error of refused) expect(error).toMatchObject({ status: 503, code: 'busy', retryAfter: 3 });
  expect(threads).toHaveLength(2);
  expect(await passwords.hash('secret1'), 'afterwards there is room again').toMatch(form);
});

test('the queue holds a hundred by default', async () => {
  const passwords = makePasswordHasher();
  const all = Promise.allSettled(Array.from({ length: 104 }, () => passwords.hash('secret1')));
  await passwords.close();
  const reasons = (await all).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(reasons.filter((reason) => reason instanceof HttpError)).toHaveLength(2);
});

test('a thread that ends while it starts fails its own job and no other', async () => {
  const threads = watchThreads();
  const passwords = hasher({ threads: 1 });
  const thread = nextThread();
  const lost = passwords.hash('secret1');
  const next = passwords.hash('secret2');
  await (await thread)[0].terminate();
  await expect(lost).rejects.toThrow('The thread that hashes passwords ended');
  expect(await next).toMatch(form);
  await threads[1]?.terminate();
  expect(await passwords.hash('secret3'), 'one that ended while it rested is replaced').toMatch(form);
});

test('a thread that ends while it works fails its own job and no other', async () => {
  const threads = watchThreads();
  const passwords = hasher({ threads: 1 });
  await passwords.hash('secret1');
  const lost = passwords.hash('secret2');
  const next = passwords.hash('secret3');
  await Promise.all([expect(lost).rejects.toThrow('worker exited'), threads[0]?.terminate()]);
  expect(await next).toMatch(form);
  expect(threads).toHaveLength(2);
});

test('a thread that breaks rejects with its error, and the next job is served', async () => {
  const passwords = hasher({ threads: 1 });
  const thread = nextThread();
  const lost = passwords.hash('secret1');
  (await thread)[0].emit('error', new Error('out of memory'));
  await expect(lost).rejects.toThrow('out of memory');
  expect(await passwords.hash('secret2')).toMatch(form);
});

test('closing rejects queued and running jobs', async () => {
  const passwords = makePasswordHasher({ threads: 1 });
  const waiting = Promise.allSettled([passwords.hash('secret1'), passwords.hash('secret2')]);
  await passwords.close();
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(passwords.hash('secret3')).rejects.toThrow('closed');
});

test('idle threads end', async () => {
  const threads = watchThreads();
  const passwords = hasher({ idleMs: 20 });
  await passwords.hash('secret1');
  await eventually(() => expect(threads[0]?.threadId).toBe(-1));
  expect(await passwords.hash('secret2')).toMatch(form);
  expect(threads).toHaveLength(2);
});

test('other messages of a thread, such as those of watch mode, are ignored', async () => {
  const passwords = hasher({ threads: 1 });
  const thread = nextThread();
  const hash = passwords.hash('secret1');
  (await thread)[0].emit('message', { 'watch:import': ['file:///some.ts'] });
  expect(await hash).toMatch(form);
});
