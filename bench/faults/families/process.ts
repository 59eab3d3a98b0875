import { setTimeout as sleep } from 'node:timers/promises';
import { hold, sharedOf, type Fault } from '../fault.ts';
import type { Machine, Version } from '../machine.ts';
import type { World } from '../world.ts';

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
    const code = await machine.stop();
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

export const processFaults: readonly Fault[] = [
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
  {
    name: 'clock-set-back',
    world: 'three machines',
    seconds: 5,
    mayRefuse: false,
    backWithinMs: 5_000,
    async run(world, holdMs) {
      const [machine] = world.machines;
      machine?.shiftClock();
      await hold(holdMs);
      machine?.shiftClock();
    },
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
      await hold(holdMs);
      await machine?.start();
    },
  },
];
