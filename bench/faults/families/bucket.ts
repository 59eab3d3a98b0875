import type { TestS3 } from '#support/s3';
import { setTimeout as sleep } from 'node:timers/promises';
import { hold, sharedOf, type Fault } from '../fault.ts';

/** Whoever does not need the bucket does not notice. */
const onBucket = {
  world: 'three machines',
  mayRefuse: true,
  // A request that the bucket left without an answer is sent again after a pause.
  backWithinMs: 5_000,
  steady: { kinds: ['page', 'call', 'forum', 'ask', 'mark'], maxGapMs: 3_000 },
} as const;
const slowMs = 1_000;

/** Stands between the portals and the bucket until the hold is over. */
async function intercepted(s3: TestS3, holdMs: number, intercept: TestS3['intercept']): Promise<void> {
  const before = s3.intercept;
  s3.intercept = intercept;
  await hold(holdMs);
  s3.intercept = before;
}

export const bucketFaults: readonly Fault[] = [
  {
    ...onBucket,
    name: 'bucket-500',
    seconds: 5,
    run: (world, holdMs) =>
      intercepted(sharedOf(world).s3, holdMs, (request, response) => {
        request.resume();
        response.writeHead(500).end();
        return true;
      }),
  },
  {
    ...onBucket,
    name: 'bucket-hanging',
    seconds: 10,
    async run(world, holdMs) {
      const { s3 } = sharedOf(world);
      const held = new Set<{ destroy(): void }>();
      await intercepted(s3, holdMs, (request) => {
        held.add(request.socket);
        return true;
      });
      for (const socket of held) socket.destroy();
    },
  },
  {
    ...onBucket,
    name: 'bucket-slow',
    seconds: 5,
    run: (world, holdMs) =>
      intercepted(sharedOf(world).s3, holdMs, async () => {
        await sleep(slowMs);
        return false;
      }),
  },
];
