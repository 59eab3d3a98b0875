import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { makeTestStore } from '#support/stores';

const bytes = 'same';
const sha256 = createHash('sha256').update(bytes).digest('hex');
const stage = (store: Awaited<ReturnType<typeof makeTestStore>>['store']) =>
  store.stage(Readable.from([Buffer.from(bytes)]), 100);

test('a keep of bytes under removal waits for its end, and stores them again', async () => {
  const { store, s3, age } = await makeTestStore('bucket');
  if (s3 === null) throw new Error('no bucket');
  await (await stage(store)).keep();
  age(sha256, 3 * dayMs);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isAboutToGo, resolve: aboutToGo } = Promise.withResolvers<void>();
  let looks = 0;
  const { promise: hasLookedTwice, resolve: lookedTwice } = Promise.withResolvers<void>();
  s3.intercept = async ({ method, url = '' }) => {
    if (method === 'GET' && url.includes('leaving') && ++looks === 2) lookedTwice();
    if (method === 'DELETE' && !url.includes('leaving')) {
      aboutToGo();
      await released;
    }
    return false;
  };
  const removal = store.removeUnused(sha256, Date.now() - dayMs);
  await isAboutToGo;
  let isKept = false;
  const keeping = (await stage(store)).keep().then(() => (isKept = true));
  // It has seen the marker of the removal once, and asks again.
  await hasLookedTwice;
  expect(isKept, 'a receipt may not be given while the bytes are about to go').toBe(false);
  release();
  expect(await removal).toBe(true);
  await keeping;
  expect(await text(await store.read(sha256, bytes.length))).toBe(bytes);
  expect(s3.objects()).toEqual([sha256]);
});
