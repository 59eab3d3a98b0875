import { chmodSync, mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../engines.ts';
import { choose, readOptions, refuse } from '../options.ts';
import { endRun, expectBar, printTable } from '../report.ts';
import { canPin } from '../servers.ts';
import type { Fault } from './fault.ts';
import { faults } from './faults.ts';
import { missedBars, rowOf, titles, type Observation } from './outcome.ts';
import { measureRecovery } from './recovery.ts';
import { verify, type Verification } from '../class/verify.ts';
import { openWorld, type World, type WorldKind } from './world.ts';

/**
 * A class works with three portals on PostgreSQL and a bucket behind a balancer, and with one on SQLite, while one thing
 * after the other stops, breaks or fills; then every receipt is compared.
 */
const calmMs = 2_000;
const settleMs = 6_000;
/** An idempotency lock outlives its dead process by half a minute. */
const closeMs = 45_000;

const options = readOptions({ only: [], seconds: 0, class: 20, logs: '' });
const chosen = choose(faults, options.only);
if (!canPin) refuse('bench:faults needs Linux with taskset: it looks processes up in /proc');

/** Everything that this run makes, PostgreSQL and bucket too. */
const folder = makeFolder('faults');
// PostgreSQL has a user of its own when root runs it.
chmodSync(folder, 0o755);
process.env['TMPDIR'] = folder;
const logs = options.logs === '' ? folder : options.logs;
mkdirSync(logs, { recursive: true });

/** Everybody who waits to retry does so now, until nothing is under way or the time is over. */
async function settle({ room }: World): Promise<void> {
  const begun = performance.now();
  while (performance.now() < begun + settleMs) {
    room.wake();
    await sleep(200);
    if (room.oldestPending() > begun) return;
  }
}

async function restartDead({ machines, balancer }: World): Promise<void> {
  for (const machine of machines) if (!machine.isRunning()) await machine.start();
  while (balancer.up().length < machines.length) await sleep(100);
}

async function verifyWorld(world: World, from: number, to: number): Promise<Verification> {
  const database = world.openDatabase();
  try {
    const port = world.machines.find((machine) => machine.isRunning())?.port ?? 0;
    return await verify(world.room, database, port, { from, to });
  } finally {
    await database.close();
  }
}

async function observe(world: World, fault: Fault): Promise<Observation> {
  const { room, machines, complaints } = world;
  await fault.prepare?.(world);
  await sleep(calmMs);
  const { entries, manualRetries } = room.journal;
  const before = {
    entries: entries.length,
    retries: manualRetries.length,
  };
  const beganAt = performance.now();
  await fault.run(world, 1_000 * (options.seconds || fault.seconds));
  const recovery = await measureRecovery(world);
  await sleep(calmMs);
  await settle(world);
  const overAt = performance.now();
  const observation: Observation = {
    fault,
    overAt,
    recovery,
    entries: entries.slice(before.entries),
    earlier: entries.slice(0, before.entries),
    manualRetries: manualRetries.slice(before.retries),
    complaints: [
      ...machines.flatMap(({ deaths }) => deaths.splice(0)),
      ...room.ledger.refusals.splice(0),
      ...complaints.splice(0),
    ],
    verification: await verifyWorld(world, beganAt, overAt),
  };
  await fault.heal?.(world);
  await restartDead(world);
  return observation;
}

/** In the end everything that was sent must have its answer and its row. */
async function closeClass(world: World): Promise<void> {
  await world.room.close(closeMs);
  const { losses } = await verifyWorld(world, 0, Infinity);
  for (const loss of losses) expectBar(false, `in the end: ${loss}`);
  for (const one of world.room.pending) expectBar(false, `no answer after ${closeMs / 1_000} s: ${one}`);
}

async function runWorld(kind: WorldKind): Promise<Observation[]> {
  const own = chosen.filter(({ world }) => world === kind);
  if (own.length === 0) return [];
  const world = await openWorld(kind, { size: options.class, folder, logs });
  const observations: Observation[] = [];
  try {
    for (const fault of own) {
      const hindrance = fault.hindrance?.(world) ?? null;
      if (hindrance !== null) {
        console.error(`${fault.name}: left out, ${hindrance}`);
        continue;
      }
      const seen = await observe(world, fault);
      observations.push(seen);
      console.error(rowOf(seen).join(', '));
      for (const line of missedBars(seen)) expectBar(false, `${fault.name}: ${line}`);
    }
    await closeClass(world);
  } finally {
    await world.close();
  }
  return observations;
}

const observations = [...(await runWorld('three machines')), ...(await runWorld('one on SQLite'))];
printTable(titles, observations.map(rowOf));
endRun();
