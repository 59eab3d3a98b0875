import { expect, test } from 'vitest';
import { makeUploadRoom } from './upload-room.ts';

function task() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let began = false;
  return {
    run: () => {
      began = true;
      return promise;
    },
    began: () => began,
    end: resolve,
    fail: reject,
  };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test('work waits for room, in the order in which it came', async () => {
  const room = makeUploadRoom(10);
  const [first, large, small] = [task(), task(), task()];
  void room.within(6, first.run);
  void room.within(9, large.run);
  void room.within(1, small.run);
  await soon();
  expect([first.began(), large.began(), small.began()]).toEqual([true, false, false]);
  first.end();
  await soon();
  expect([large.began(), small.began()]).toEqual([true, true]);
});

test('work that needs more than all the room gets all of it, and failed work gives its room back', async () => {
  const room = makeUploadRoom(10);
  const [huge, next] = [task(), task()];
  const failing = room.within(1_000, huge.run);
  void room.within(1, next.run);
  await soon();
  expect([huge.began(), next.began()]).toEqual([true, false]);
  huge.fail(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  await soon();
  expect(next.began()).toBe(true);
});
