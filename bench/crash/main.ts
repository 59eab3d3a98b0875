import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database';
import { startS3 } from '#support/s3';
import { onEachEngine, type Engine } from '../engines.ts';
import { readOptions } from '../options.ts';
import { endRun, expectBar } from '../report.ts';
import { startPortal } from '../servers.ts';
import { makeClass } from '../students.ts';
import { finish, submitOnce, type Client } from './submissions.ts';
import { verify } from './verify.ts';

/**
 * Kills the portal at random instants while students submit, on SQLite with a folder and on PostgreSQL with a bucket; after
 * each start every receipt must be there with its bytes. What a kill cannot prove, the loss of power, the trace of system
 * calls in `npm test` does.
 */
const options = readOptions({ kills: 200, engine: '' });
const clientsAtOnce = 8;
/** The latest instant of a kill after submissions began, in milliseconds. */
const latestKillMs = 600;
/** In the end everything that was cut off must go through within this time. */
const finishMs = 90_000;

async function crash({ name, makeHome }: Engine, environment: Record<string, string>): Promise<void> {
  // Closed before the portal starts: a connection of ours would keep the database's log in order for it.
  const home = await makeHome();
  const database = await openDatabase(home);
  const { students } = await makeClass(database, clientsAtOnce);
  await database.close();
  const clients = students.map((student): Client => ({ student, receipts: [], cutOff: [] }));
  const start = () => startPortal({ ...home.environment, ...environment });
  const each = (work: (client: Client) => Promise<unknown>) => Promise.all(clients.map(work));
  const seen = new Set<string>();
  let [kills, versions, bytes, losses] = [0, 0, 0, 0];
  const fail = (loss: string): void => {
    losses += 1;
    expectBar(false, `${name}: ${loss}`);
  };
  const verifyAll = (url: string) =>
    each(async (client) => {
      const found = await verify(client, url, seen);
      versions += found.versions;
      bytes += found.bytes;
      found.losses.forEach(fail);
    });

  while (kills < options.kills && losses === 0) {
    const portal = await start();
    await verifyAll(portal.url);
    const working = each(async (client) => {
      while (await submitOnce(client, portal.url));
    });
    await sleep(Math.random() * latestKillMs);
    await portal.kill();
    await working;
    kills += 1;
    if (kills % 20 === 0) console.error(`${name}: ${kills} kills`);
  }

  const portal = await start();
  const giveUpAt = performance.now() + finishMs;
  await each(async (client) => {
    await finish(client, portal.url, giveUpAt);
    for (const { attempt } of client.cutOff)
      fail(`submission ${attempt.key} of ${client.student.email} does not go through`);
  });
  await verifyAll(portal.url);
  await portal.stop();
  const receipts = clients.reduce((count, client) => count + client.receipts.length, 0);
  if (versions !== receipts) fail(`${versions} versions are visible for ${receipts} receipts`);
  console.log(
    `${name}: ${kills} kills, ${kills * clientsAtOnce} submissions cut off, ${receipts} receipts, ` +
      `${versions} versions visible, ${Math.round(bytes / 1e6)} MB compared, ${losses} losses`,
  );
}

const s3 = await startS3();
await onEachEngine(options.engine, (engine) =>
  crash(engine, { STORAGE_URL: engine.postgres === null ? '' : s3.url }),
);
await s3.stop();
endRun();
