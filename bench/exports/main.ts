import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { paths } from '#contract/paths';
import { openDatabase } from '#server/platform/database/database';
import { commandLimits } from '#server/platform/database/engine';
import { startPostgres, type TestPostgres } from '#support/postgres';
import { seedWorld, type SignedIn } from '../growth/seed.ts';
import { canPin, startPortal, type Running } from '../servers.ts';

/**
 * Reads the office's exports of a portal that has grown: how many lines, how long, and how far the portal's memory rises over
 * what it has at rest, with a reader that is fast and with one that stands still again and again.
 */
const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    rows: { type: 'string', default: '50000' },
  },
});
const size = Number(options.rows);
const maxGrowthMb = 100;
const batches = 100;
/** A slow reader reads for so long as a piece takes, and then rests, in milliseconds. */
const restMs = 40;
/** Each export, and what makes it an empty one. */
const exports = [
  [paths.exportGrades.path, '?batch=OLD-1'],
  [paths.exportRoster.path, '?batch=OLD-1'],
  [paths.exportSubmissions.path, '?batch=OLD-1'],
  [paths.exportAudit.path, '?who=nobody@example.test'],
] as const;

if (!canPin) {
  console.error('bench:exports needs Linux with taskset: it reads memory in /proc');
  process.exit(1);
}
const missed: string[] = [];

/** Reads an answer to its end. @returns its lines and bytes */
async function readWhole(
  server: Running,
  address: string,
  { cookie }: SignedIn,
  isSlow: boolean,
): Promise<{ lines: number; bytes: number }> {
  const response = await fetch(server.url + address, { headers: { cookie, 'accept-encoding': 'identity' } });
  if (!response.ok || response.body === null)
    throw new Error(`${address}: ${response.status} ${await response.text()}`);
  let [lines, bytes] = [0, 0];
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) lines += 1;
    if (isSlow) await sleep(restMs);
  }
  return { lines, bytes };
}

async function measure(engine: string, postgres: TestPostgres | null): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-exports-'));
  const databaseUrl = postgres?.urlOf('postgres') ?? null;
  try {
    const database = await openDatabase({ dataDir, databaseUrl }, () => {}, commandLimits);
    // What fills whole tables may take longer than a statement of the portal's.
    const { administrator } = await seedWorld(database, size, batches);
    await database.close();
    console.log(`\n${size} rows of everything, ${engine}\n`);
    console.log('| export | reader | lines | MB | time | memory at rest → highest |');
    console.log('| --- | --- | --- | --- | --- | --- |');
    for (const [address, ofNobody] of exports) {
      for (const isSlow of [false, true]) {
        // A process of its own for each: what one has left behind would hide what the next one takes.
        const server = await startPortal({
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl ?? '',
          LOG_LEVEL: 'fatal',
        });
        // The code is loaded, and the pages of the start are made.
        await readWhole(server, address + ofNobody, administrator, false);
        await sleep(2_000);
        const rest = server.memory() as number;
        let most = rest;
        const sampling = setInterval(() => (most = Math.max(most, server.memory() as number)), 20);
        const from = performance.now();
        const { lines, bytes } = await readWhole(server, address, administrator, isSlow);
        const ms = performance.now() - from;
        clearInterval(sampling);
        await server.stop();
        const cells = [
          address,
          isSlow ? 'slow' : 'fast',
          lines,
          (bytes / 1024 / 1024).toFixed(1),
          `${(ms / 1000).toFixed(1)} s`,
          `${rest} → ${most} MB`,
        ];
        console.log(`| ${cells.join(' | ')} |`);
        if (most - rest > maxGrowthMb)
          missed.push(`${engine}, ${address}: memory grew from ${rest} to ${most} MB`);
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (options.engine !== 'postgres') await measure('SQLite', null);
if (options.engine !== 'sqlite') {
  const postgres = await startPostgres();
  try {
    await measure('PostgreSQL', postgres);
  } finally {
    await postgres.stop();
  }
}
for (const line of missed) console.log(`MISSED: ${line}`);
process.exitCode = missed.length === 0 ? 0 : 1;
