import { expect, test } from 'vitest';
import { buildBatch, buildCourse } from '#support/factories';
import { makeTestApp } from '#support/test-app';

async function makeBatches(...names: string[]) {
  const app = await makeTestApp();
  const course = await buildCourse(app.context, { name: 'Web' });
  for (const name of names) await buildBatch(app.context, { name, course_id: course.id });
  const suggest = async (q?: string): Promise<string[]> => {
    const query = q === undefined ? '' : `?q=${encodeURIComponent(q)}`;
    const answer = await app.nobody.get(`/api/auth/batches${query}`);
    expect(answer.status).toBe(200);
    return answer.body.map(({ name }: { name: string }) => name);
  };
  return { ...app, suggest };
}

test('a part of the name finds a batch, without regard to case and spaces', async () => {
  const { suggest, nobody } = await makeBatches('MERN-2026-11', 'DSA 2026 10');
  for (const q of ['mern', '2026-11', ' M e R n ', 'N-2']) expect(await suggest(q)).toEqual(['MERN-2026-11']);
  expect(await suggest('DSA2026')).toEqual(['DSA 2026 10']);
  expect(await suggest('java')).toEqual([]);
  expect((await nobody.get('/api/auth/batches?q=mern')).body).toEqual([
    { name: 'MERN-2026-11', course: 'Web' },
  ]);
});

test('only open batches are suggested', async () => {
  const { suggest, context } = await makeBatches('NEW');
  await buildBatch(context, { name: 'NEW BUT CLOSED', is_open: 0 });
  expect(await suggest('new')).toEqual(['NEW']);
});

test('a batch for invited addresses is suggested as one, whoever asks', async () => {
  const { nobody, context } = await makeBatches('NEW');
  await buildBatch(context, { name: 'EVE-2026-1', joining: 'invited' });
  const suggest = async (q: string) => (await nobody.get(`/api/auth/batches?q=${q}`)).body;
  const invited = { name: 'EVE-2026-1', course: expect.any(String), joining: 'invited' };
  expect(await suggest('eve')).toEqual([invited]);
  expect(await suggest('EVE-2026-I'), 'nearly').toEqual([invited]);
  expect(await suggest('new')).toEqual([{ name: 'NEW', course: 'Web' }]);
});

test('at most ten come, by name; without q the first ten', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `B-${String(n).padStart(2, '0')}`);
  const { suggest } = await makeBatches(...names.toReversed());
  expect(await suggest()).toEqual(names.slice(0, 10));
  expect(await suggest('')).toEqual(names.slice(0, 10));
  expect(await suggest('b-1')).toEqual(['B-10', 'B-11']);
});

test('wildcards and escapes in q are plain characters', async () => {
  const { suggest } = await makeBatches('100% REMOTE', 'SNAKE_CASE', 'BANG!', 'BACK\\SLASH', 'PLAIN');
  expect(await suggest('%')).toEqual(['100% REMOTE']);
  expect(await suggest('_')).toEqual(['SNAKE_CASE']);
  expect(await suggest('!')).toEqual(['BANG!']);
  expect(await suggest('\\')).toEqual(['BACK\\SLASH']);
  expect(await suggest('p%n')).toEqual([]);
  expect(await suggest("' or 1=1 --")).toEqual([]);
});

test('q that is no short text is refused', async () => {
  const { nobody } = await makeBatches('MERN');
  for (const query of [`q=${'x'.repeat(81)}`, 'q=a&q=b', 'q=%00']) {
    expect((await nobody.get(`/api/auth/batches?${query}`)).status, query).toBe(400);
  }
  expect((await nobody.get('/api/auth/batches?__proto__=x&constructor=y')).status).toBe(200);
});

test('a name with a slip or two finds the open batch that is meant, the nearest first', async () => {
  const { suggest, context } = await makeBatches('DSA-2026-10', 'DSA-2025-10', 'MERN-2026-11');
  await buildBatch(context, { name: 'DSA-2026-11', is_open: 0 });
  expect(await suggest('DSA-2026-1O')).toEqual(['DSA-2026-10', 'DSA-2025-10']);
  expect(await suggest(' mern 2026 11')).toEqual(['MERN-2026-11']);
  expect(await suggest('Evening group')).toEqual([]);
  expect(await suggest('ds')).toEqual(['DSA-2025-10', 'DSA-2026-10']);
  expect(await suggest('dx')).toEqual([]);
});
