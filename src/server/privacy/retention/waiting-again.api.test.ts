import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { makeOldBatch } from '#support/old-batch';
import { restartWaits } from './retention-queries.ts';

test('a clock that jumps forward shortens no wait', async () => {
  const { clock, look, pass, run, isGone, plans } = await makeOldBatch();
  await look();
  clock.advance(2 * dayMs);
  for (let times = 0; times < 5; times += 1) await look();
  expect((await plans())[0]?.person_at).toBeNull();
  await run(4 * dayMs - hourMs);
  expect((await plans())[0]?.person_at).toBe(clock.now());
  clock.advance(2 * dayMs + 12 * hourMs);
  await look();
  expect(await isGone(), 'the person was told an hour ago').toBe(false);
  await pass(47 * hourMs);
  expect(await isGone()).toBe(false);
  await pass(2 * dayMs);
  expect(await isGone()).toBe(true);
});

test.each([
  ['set back', -2 * hourMs],
  ['far ahead, or a copy of last week', 7 * dayMs],
])('a clock %s starts every wait again', async (_, ms) => {
  const { clock, look, pass, plans, isGone } = await makeOldBatch();
  await look();
  await pass(6 * dayMs);
  clock.advance(ms);
  await look();
  await pass(2 * dayMs);
  expect(await isGone()).toBe(false);
  expect((await plans())[0]?.person_at ?? null).toBeNull();
});

test('a stop of some hours only lengthens the wait', async () => {
  const { clock, look, pass, plans, isGone } = await makeOldBatch();
  await look();
  await pass(6 * dayMs);
  const [before] = await plans();
  clock.advance(10 * hourMs);
  await look();
  expect((await plans())[0]).toEqual(before);
  await pass(23 * hourMs);
  expect(await isGone()).toBe(false);
  await pass(hourMs);
  expect(await isGone()).toBe(true);
});

test('after a restore every wait starts again', async () => {
  const { context, look, pass, plans, isGone } = await makeOldBatch();
  await look();
  await pass(6 * dayMs + 20 * hourMs);
  await context.database.transaction((writer) => restartWaits(writer));
  await pass(2 * dayMs);
  expect(await isGone()).toBe(false);
  expect(await plans()).toHaveLength(1);
});
