import { expect, test } from 'vitest';
import { openEventBus } from './event-bus.ts';

/** Of one process alone. */
const database = {
  onAnnounced() {},
  openChannel: () => ({ send() {}, close: async () => {} }),
};
const log = () => ({ info() {}, warn() {}, error() {} });

test('nobody waits for ever for pages that are not renewed', async () => {
  const bus = openEventBus(database as never, log as never, 1);
  let looks = 0;
  bus.subscribe(
    'texts',
    () => {
      looks++;
      return new Promise(() => {});
    },
    true,
  );
  await bus.publish(['texts']);
  await bus.close();
  expect(looks).toBe(1);
});
