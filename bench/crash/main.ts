import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database/database';
import { startPostgres } from '#support/postgres';
import { startS3 } from '#support/s3';
import { numberOption } from '../number-option.ts';
import { startPortal } from '../servers.ts';
import { makeStudents } from '../students.ts';
import { finish, submitOnce, makeClient, type Client } from './submissions.ts';
import { verify } from './verify.ts';

/**
 * Kills the portal at random instants while students submit, and looks after each start whether every receipt that
 * they got is there with its bytes. What a killed process proves nothing about, the loss of power, the trace of the
 * system calls in `npm test` does.
 */
const kills = numberOption('kills', 200);
const clientsAtOnce = 8;
/** The latest instant of a kill after submissions began, in milliseconds. */
const latestKillMs = 600;
/** In the end everything that was cut off must go through within this time. */
const finishMs = 90_000;

type Counts = { kills: number; receipts: number; versions: number; megabytes: number; cutOff: number };

async function crash(
  name: string,
  {
    dataDir,
    databaseUrl,
    storageUrl,
  }: { dataDir: string; databaseUrl: string | null; storageUrl: string | null },
): Promise<string[]> {
  // Closed before the portal starts: a connection of ours would keep the database's log in order for it.
  const database = await openDatabase({ dataDir, databaseUrl });
  const clients = (await makeStudents(database, clientsAtOnce)).map(makeClient);
  await database.close();
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    STORAGE_URL: storageUrl ?? '',
    LOG_LEVEL: 'fatal',
  };
  const seen = new Set<string>();
  const counts: Counts = { kills: 0, receipts: 0, versions: 0, megabytes: 0, cutOff: 0 };
  const losses: string[] = [];

  const verifyVisible = async (url: string): Promise<void> => {
    for (const found of await Promise.all(clients.map((client) => verify(client, url, seen)))) {
      counts.versions += found.versions;
      counts.megabytes += found.bytes / 1024 / 1024;
      losses.push(...found.losses);
    }
  };
  const each = (act: (client: Client) => Promise<unknown>) => Promise.all(clients.map(act));

  while (counts.kills < kills && losses.length === 0) {
    const portal = await startPortal(environment);
    await verifyVisible(portal.url);
    const working = each(async (client) => {
      while (await submitOnce(client, portal.url));
    });
    await sleep(Math.random() * latestKillMs);
    await portal.kill();
    await working;
    counts.kills += 1;
    counts.cutOff += clientsAtOnce;
    if (counts.kills % 20 === 0) console.error(`${name}: ${counts.kills} kills`);
  }

  const portal = await startPortal(environment);
  const giveUpAt = performance.now() + finishMs;
  await each(async (client) => {
    await finish(client, portal.url, giveUpAt);
    for (const { attempt } of client.cutOff)
      losses.push(`submission ${attempt.key} of ${client.student.email} does not go through`);
  });
  await verifyVisible(portal.url);
  await portal.stop();

  for (const client of clients) counts.receipts += client.receipts.length;
  console.log(
    `${name}: ${counts.kills} kills, ${counts.cutOff} submissions cut off, ${counts.receipts} receipts, ` +
      `${counts.versions} versions visible, ${Math.round(counts.megabytes)} MB compared, ${losses.length} losses`,
  );
  if (counts.versions !== counts.receipts)
    losses.push(`${counts.versions} versions are visible for ${counts.receipts} receipts`);
  for (const loss of losses) console.error(`${name}: ${loss}`);
  return losses;
}

async function inFolder<T>(act: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-crash-'));
  try {
    return await act(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

let losses = await inFolder((dataDir) =>
  crash('SQLite and a folder', { dataDir, databaseUrl: null, storageUrl: null }),
);
const postgres = await startPostgres();
const s3 = await startS3();
try {
  const storage = { databaseUrl: postgres.urlOf('postgres'), storageUrl: s3.url };
  losses = [
    ...losses,
    ...(await inFolder((dataDir) => crash('PostgreSQL and a bucket', { dataDir, ...storage }))),
  ];
} finally {
  await s3.stop();
  await postgres.stop();
}
process.exitCode = losses.length === 0 ? 0 : 1;
