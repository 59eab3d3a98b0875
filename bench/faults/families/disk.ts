import { hold, type Fault } from '../fault.ts';
import type { World } from '../world.ts';

async function fillDisk({ disk }: World, holdMs: number): Promise<void> {
  disk?.fill();
  // What is written and removed meanwhile leaves room for moments: it is taken at once.
  const refilling = setInterval(() => disk?.fill(), 200);
  await hold(holdMs);
  clearInterval(refilling);
  disk?.free();
}

const onDisk = {
  seconds: 6,
  mayRefuse: true,
  backWithinMs: 2_000,
  run: fillDisk,
  hindrance: ({ disk }: World) => (disk === null ? 'only root may mount a small disk' : null),
} as const;

export const diskFaults: readonly Fault[] = [
  {
    ...onDisk,
    name: 'disk-full',
    world: 'three machines',
    steady: { kinds: ['page', 'call', 'forum', 'ask', 'mark'], maxGapMs: 3_000 },
  },
  {
    ...onDisk,
    name: 'disk-full-sqlite',
    world: 'one on SQLite',
    // Reads never write.
    steady: { kinds: ['page', 'call', 'forum'], maxGapMs: 3_000 },
  },
];
