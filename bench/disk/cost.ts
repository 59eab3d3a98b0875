import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/database';
import { exchange } from '#support/exchange';
import type { Engine } from '../engines.ts';
import { inTurn } from '../figures.ts';
import { expectBar } from '../report.ts';
import { startWarmPortal, type Running } from '../servers.ts';
import { makeClass, type Student } from '../students.ts';
import { submissionCall } from '../submit.ts';

const mostRatio = 1.1;
const inRound = 40;
/** Somebody who submits looks at the receipt; the copy is made meanwhile. */
const pauseMs = 25;

type Side = { portal: Running; student: Student };

/** @returns milliseconds of an answer */
async function submitAll({ portal, student }: Side, bytes: Buffer): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const port = Number(new URL(portal.url).port);
  let total = 0;
  for (let i = 0; i < inRound; i += 1) {
    bytes.writeUInt32BE((Math.random() * 2 ** 32) >>> 0, 0);
    const call = submissionCall(student, randomUUID(), bytes);
    const startedAt = performance.now();
    const { status } = await exchange(agent, port, call, 60_000);
    total += performance.now() - startedAt;
    if (status !== 201) throw new Error(`A submission was answered ${status}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  agent.destroy();
  return total / inRound;
}

async function makeSide(engine: Engine, settings: Record<string, string>): Promise<Side> {
  const home = await engine.makeHome();
  const database = await openDatabase(home);
  const { students } = await makeClass(database, 1);
  await database.close();
  const portal = await startWarmPortal({
    ...home.environment,
    ...settings,
    HAND_INS_PER_DAY: '100000',
    HAND_IN_MB_PER_DAY: '1000000',
  });
  return { portal, student: students[0] };
}

/** A submission with the journal beside one without, in turn; and the processor time of both. */
export async function compareCost(engine: Engine, rounds: number): Promise<void> {
  // Another disk than the portal's, as a place should be: in memory where there is room.
  const other = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'capstone-place-'));
  process.once('exit', () => rmSync(other, { recursive: true, force: true }));
  const on = await makeSide(engine, { BACKUP_TARGET: path.join(other, 'place') });
  const off = await makeSide(engine, {});
  for (const kilobytes of [1, 200, 2_000]) {
    const bytes = randomBytes(kilobytes * 1_000);
    await submitAll(on, bytes);
    await submitAll(off, bytes);
    const before = [on, off].map(({ portal }) => portal.processorTime() ?? NaN);
    const { subject, yardstick, ratio } = await inTurn(
      rounds,
      () => submitAll(on, bytes),
      () => submitAll(off, bytes),
    );
    const [onMs, offMs] = [on, off].map(
      ({ portal }, at) =>
        ((portal.processorTime() ?? NaN) - (before[at] as number)) / 1_000 / (rounds * inRound),
    ) as [number, number];
    const what = `${engine.name}, a submission of ${kilobytes} KB with the journal`;
    console.log(
      `${what}: ${subject.toFixed(1)} ms, without ${yardstick.toFixed(1)} ms: ${ratio.toFixed(2)}; processor ${onMs.toFixed(1)} and ${offMs.toFixed(1)} ms`,
    );
    expectBar(ratio <= mostRatio, `${what}: ${ratio.toFixed(2)} times as long as without`);
  }
  await on.portal.stop();
  await off.portal.stop();
}
