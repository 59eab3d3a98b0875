import { randomInt } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database';
import { startS3 } from '#support/s3';
import { Classroom } from '../class/classroom.ts';
import { submit } from '../class/student.ts';
import { verify } from '../class/verify.ts';
import { onEachEngine, type Engine } from '../engines.ts';
import { startMachine } from '../machine.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar } from '../report.ts';
import { makeClass } from '../students.ts';

/**
 * Kills the portal at random instants while students submit, on SQLite with a folder and on PostgreSQL with a bucket; after
 * each start every version must have its bytes, and every receipt its version. What a kill cannot prove, the loss of power,
 * the trace of system calls in `npm test` does.
 */
const options = readOptions({ kills: 200, engine: '' });
const studentsAtOnce = 8;
/** The latest instant of a kill, in milliseconds. */
const latestKillMs = 600;
/** So long a student waits for an answer before the next submission; the browser goes on trying with the last one. */
const patienceMs = 1_000;
/** In the end everything that was cut off must go through within this time. */
const finishMs = 90_000;

/** Mostly what students submit, now and then one byte, now and then more than one part of an upload. */
function randomSize(): number {
  const dice = randomInt(20);
  if (dice === 0) return 1;
  return dice === 1 ? randomInt(2_000_000, 7_000_000) : randomInt(1_000, 300_000);
}

async function crash({ name, makeHome }: Engine, environment: Record<string, string>): Promise<void> {
  // Closed while the portal is killed: a connection of ours would keep the database's log in order for it.
  const home = await makeHome();
  const database = await openDatabase(home);
  const { students, question } = await makeClass(database, studentsAtOnce);
  await database.close();
  const log = path.join(home.dataDir, 'portal.log');
  const machine = await startMachine('the portal', { ...home.environment, ...environment }, { log });
  const room = new Classroom(machine.port, question);
  let [kills, files] = [0, 0];
  const losses: string[] = [];
  const fail = (loss: string): void => {
    losses.push(loss);
    expectBar(false, `${name}: ${loss}`);
  };
  async function verifyAll(): Promise<void> {
    const beside = await openDatabase(home);
    const found = await verify(room, beside, machine.port, { from: 0, to: Infinity });
    await beside.close();
    files += found.files;
    found.losses.forEach(fail);
  }
  for (const student of students)
    void (async () => {
      while (room.isOpen) {
        if (machine.isRunning())
          await Promise.race([submit(room, student, randomSize()), room.pause(patienceMs)]);
        else await sleep(10);
      }
    })();

  while (kills < options.kills && losses.length === 0) {
    await sleep(Math.random() * latestKillMs);
    await machine.kill();
    await machine.start();
    await verifyAll();
    kills += 1;
    if (kills % 20 === 0) console.error(`${name}: ${kills} kills`);
  }

  await room.close(finishMs);
  for (const pending of room.pending) fail(`no receipt in the end: ${pending}`);
  for (const refusal of room.ledger.refusals) fail(refusal);
  for (const death of machine.deaths) fail(death);
  await verifyAll();
  await machine.kill();
  const { submissions } = room.ledger;
  const cutOff = room.journal.entries.filter(({ outcome }) => outcome === 'reset').length;
  const unserved = room.journal.entries.filter(
    ({ outcome }) => !['served', 'refused', 'reset'].includes(outcome),
  );
  for (const { outcome } of unserved) fail(`a submission was answered ${outcome}`);
  console.log(
    `${name}: ${kills} kills, ${submissions.length} submissions, ${cutOff} requests cut off, ` +
      `${files} files compared, ${losses.length} losses`,
  );
}

const s3 = await startS3();
await onEachEngine(options.engine, (engine) =>
  crash(engine, { STORAGE_URL: engine.postgres === null ? '' : s3.url }),
);
await s3.stop();
endRun();
