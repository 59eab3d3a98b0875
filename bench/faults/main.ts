import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { bucketFaults } from './families/bucket.ts';
import { diskFaults } from './families/disk.ts';
import { postgresFaults } from './families/postgres.ts';
import { processFaults } from './families/process.ts';
import { missedBars, type Observation } from './outcome.ts';
import { measureRecovery } from './recovery.ts';
import { printMissed, printTable } from './report.ts';
import { verify } from './verify.ts';
import { isSupported, openWorld, type World, type WorldKind } from './world.ts';

/**
 * A class works with three portals on PostgreSQL and a bucket, behind a balancer, and with one on SQLite, while one
 * thing after the other stops, breaks or fills.
 */
const calmMs = 2_000;
const settleMs = 6_000;
/** An idempotency lock outlives its dead process by half a minute. */
const closeMs = 45_000;

const calm: Fault = {
  name: 'calm',
  what: 'nothing happens',
  world: 'three machines',
  seconds: 4,
  mayRefuse: false,
  backWithinMs: 2_000,
  run: (_world, holdMs) => sleep(holdMs),
};
const faults = [calm, ...postgresFaults, ...bucketFaults, ...processFaults, ...diskFaults];

function refuseOption(line: string): never {
  console.error(line);
  process.exit(1);
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  return refuseOption(`--${name} must be a whole number from ${min} to ${max}`);
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    class: { type: 'string', default: '20' },
    logs: { type: 'string' },
  },
});
const chosen =
  options.only === undefined ? faults : faults.filter(({ name }) => options.only?.includes(name));
const unknown = options.only?.find((name) => !faults.some((fault) => fault.name === name));
if (unknown !== undefined)
  refuseOption(`--only ${unknown}: there are ${faults.map(({ name }) => name).join(', ')}`);
const size = wholeNumber('class', options.class, 1, 200);
const seconds = options.seconds === undefined ? null : wholeNumber('seconds', options.seconds, 1, 60);
if (options.logs !== undefined) mkdirSync(options.logs, { recursive: true });
if (!isSupported) refuseOption('bench:faults needs Linux with taskset: it looks processes up in /proc');

/** Everything that this run makes, PostgreSQL and bucket too; what still runs when this process ends is ended first. */
const folder = mkdtempSync(path.join(tmpdir(), 'capstone-faults-'));
// PostgreSQL has a user of its own when root runs it.
chmodSync(folder, 0o755);
process.env['TMPDIR'] = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Everybody who waits to send something again does so now, until nothing is on its way or the time is over. */
async function settle({ room }: World): Promise<void> {
  const giveUpAt = performance.now() + settleMs;
  const begun = performance.now();
  while (performance.now() < giveUpAt) {
    room.wake();
    await sleep(200);
    if (room.oldestPending() > begun) return;
  }
}

async function restartDead(world: World): Promise<void> {
  for (const machine of world.machines) if (!machine.isRunning()) await machine.start();
  while (world.balancer.up().length < world.machines.length) await sleep(100);
}

async function observe(world: World, fault: Fault): Promise<Observation> {
  const { room, machines, complaints } = world;
  await fault.prepare?.(world);
  await sleep(calmMs);
  const before = {
    entries: room.journal.entries.length,
    pressedAgain: room.journal.pressedAgain.length,
    uploadsBegunAnew: room.ledger.uploadsBegunAnew,
  };
  const beganAt = performance.now();
  await fault.run(world, 1_000 * (seconds ?? fault.seconds));
  const endedAt = performance.now();
  const recovery = await measureRecovery(world, endedAt);
  await sleep(calmMs);
  await settle(world);
  const overAt = performance.now();
  const observation: Observation = {
    fault,
    beganAt,
    endedAt,
    overAt,
    recovery,
    entries: room.journal.entries.slice(before.entries),
    earlier: room.journal.entries.slice(0, before.entries),
    pressedAgain: room.journal.pressedAgain.slice(before.pressedAgain),
    uploadsBegunAnew: room.ledger.uploadsBegunAnew - before.uploadsBegunAnew,
    complaints: [
      ...machines.flatMap(({ deaths }) => deaths.splice(0)),
      ...room.ledger.refusedForGood.splice(0),
      ...complaints.splice(0),
    ],
    verification: await verify(world, { from: beganAt, to: overAt }),
  };
  await fault.heal?.(world);
  await restartDead(world);
  return observation;
}

/** What was sent during a fault and answered long after it: in the end everything must have its answer and its row. */
async function closeClass(world: World): Promise<string[]> {
  await world.room.close(closeMs);
  const missed = (await verify(world, { from: 0, to: Infinity })).losses;
  for (const act of world.room.pending)
    missed.push(`an act has no answer after ${closeMs / 1_000} s: ${act}`);
  return missed;
}

async function runWorld(kind: WorldKind, observations: Observation[]): Promise<string[]> {
  const wanted = chosen.filter(({ world }) => world === kind);
  if (wanted.length === 0) return [];
  const world = await openWorld(kind, { size, folder, logs: options.logs ?? null });
  try {
    for (const fault of wanted) {
      const hindrance = fault.hindrance?.(world) ?? null;
      if (hindrance !== null) {
        console.error(`${fault.name}: left out, ${hindrance}`);
        continue;
      }
      const seen = await observe(world, fault);
      printMissed(seen);
      observations.push(seen);
    }
    return await closeClass(world);
  } finally {
    await world.close();
  }
}

const startedAt = performance.now();
const observations: Observation[] = [];
const inTheEnd = [
  ...(await runWorld('three machines', observations)),
  ...(await runWorld('one on SQLite', observations)),
];
printTable(observations);
for (const line of inTheEnd) console.error(`in the end: ${line}`);
console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s in all`);
process.exit(inTheEnd.length === 0 && observations.every((seen) => missedBars(seen).length === 0) ? 0 : 1);
