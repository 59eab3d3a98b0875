import { setTimeout as sleep } from 'node:timers/promises';
import type { TestS3 } from '#support/s3';
import type { Fault } from './fault.ts';
import type { Machine, Version } from '../machine.ts';
import type { World } from './world.ts';

/** @throws when the world has none: faults of what machines share are for worlds that have it */
function sharedOf({ shared }: World): NonNullable<World['shared']> {
  if (shared === null) throw new Error('These machines share nothing');
  return shared;
}

const onPostgres = { world: 'three machines', mayRefuse: true, backWithinMs: 5_000 } as const;

const postgresFaults: readonly Fault[] = [
  {
    ...onPostgres,
    name: 'postgres-restarted',
    seconds: 2,
    run: (world, holdMs) => sharedOf(world).postgres.restart(holdMs),
  },
  {
    ...onPostgres,
    name: 'postgres-killed',
    seconds: 3,
    run: (world, holdMs) => sharedOf(world).postgres.kill(holdMs),
  },
  {
    ...onPostgres,
    name: 'postgres-frozen',
    seconds: 10,
    async run(world, holdMs) {
      const thaw = sharedOf(world).postgres.freeze();
      await sleep(holdMs);
      thaw();
    },
  },
  {
    ...onPostgres,
    name: 'line-cut',
    seconds: 15,
    async run(world, holdMs) {
      const { line } = sharedOf(world);
      line.cut();
      await sleep(holdMs);
      line.restore();
    },
  },
  {
    ...onPostgres,
    name: 'no-connections',
    seconds: 5,
    async run(world, holdMs) {
      const giveBack = await sharedOf(world).postgres.takeConnections();
      await sleep(holdMs);
      await giveBack();
    },
  },
  {
    ...onPostgres,
    name: 'table-locked',
    seconds: 10,
    // Requests that do not need that table must not wait behind those that do.
    steady: { kinds: ['page', 'call', 'submit', 'mark'], maxGapMs: 3_000 },
    async run(world, holdMs) {
      const unlock = await sharedOf(world).postgres.lockTable('questions');
      await sleep(holdMs);
      await unlock();
    },
  },
];

/** Requests that do not need the bucket are served. */
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
  await sleep(holdMs);
  s3.intercept = before;
}

const bucketFaults: readonly Fault[] = [
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

const inWorkWithinMs = 10_000;
const nextMigration = '9999-next-version';
const nextTables = ['accounts', 'sessions', 'questions', 'submissions'];

/** Waits until the balancer gives a machine work. */
async function untilInWork({ balancer, complaints }: World, machine: Machine): Promise<void> {
  const giveUpAt = performance.now() + inWorkWithinMs;
  while (!balancer.up().includes(machine.port)) {
    if (performance.now() > giveUpAt) {
      complaints.push(`${machine.name} gets no work within ${inWorkWithinMs / 1_000} s of its start`);
      return;
    }
    await sleep(50);
  }
}

/** Stops and starts one machine after the other, as an operator does. */
async function roll(world: World, version: Version): Promise<void> {
  for (const machine of world.machines) {
    const code = machine.isRunning() ? await machine.stop() : 0;
    if (code !== 0) world.complaints.push(`${machine.name} ended with ${code} when it was told to stop`);
    try {
      await machine.start(version);
    } catch {
      world.complaints.push(`${machine.name} does not start as ${version} version`);
      return;
    }
    await untilInWork(world, machine);
  }
}

/** As after a restored backup: the schema knows nothing of a next version, and every machine runs this one. */
async function forgetNextVersion(world: World): Promise<void> {
  const { postgres } = sharedOf(world);
  await postgres.run(`delete from migrations where name = '${nextMigration}'`);
  for (const table of nextTables) {
    await postgres.run(`alter table ${table} drop column if exists next_version`);
  }
  for (const machine of world.machines) {
    if (machine.isRunning()) await machine.stop();
    await machine.start();
    await untilInWork(world, machine);
  }
}

const rolling = { world: 'three machines', seconds: 0, mayRefuse: false, backWithinMs: 5_000 } as const;

const processFaults: readonly Fault[] = [
  {
    ...rolling,
    name: 'portal-stopped',
    run: (world) => roll(world, 'this'),
  },
  {
    ...rolling,
    name: 'upgraded',
    run: (world) => roll(world, 'next'),
  },
  {
    ...rolling,
    name: 'rolled-back',
    async prepare(world) {
      if (world.machines.some(({ version }) => version !== 'next')) await roll(world, 'next');
    },
    run: (world) => roll(world, 'this'),
    heal: forgetNextVersion,
  },
  // Last of the machines' own: what was under way in the dead process stays locked for half a minute.
  {
    name: 'portal-killed',
    world: 'three machines',
    seconds: 3,
    mayRefuse: true,
    backWithinMs: 5_000,
    mayBreak: true,
    async run(world, holdMs) {
      const [machine] = world.machines;
      await machine?.kill();
      await sleep(holdMs);
      await machine?.start();
    },
  },
];

async function fillDisk({ disk }: World, holdMs: number): Promise<void> {
  disk?.fill();
  // What is written and removed meanwhile leaves room for moments: it is taken at once.
  const refilling = setInterval(() => disk?.fill(), 200);
  await sleep(holdMs);
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

const diskFaults: readonly Fault[] = [
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

const calm: Fault = {
  name: 'calm',
  world: 'three machines',
  seconds: 4,
  mayRefuse: false,
  backWithinMs: 2_000,
  run: (_world, holdMs) => sleep(holdMs),
};

export const faults = [calm, ...postgresFaults, ...bucketFaults, ...processFaults, ...diskFaults];
