import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/database/database';
import { openLocalStore } from '#server/platform/files/local-store';
import { uploadConcurrency } from '#server/platform/open-context';
import { listAttachedFiles } from '#server/discussions/attachments/attached-files';
import { checkFiles } from '#server/submissions/check-files';
import { startS3 } from '#support/s3';
import { numberOption } from '../number-option.ts';
import { startPortal } from '../servers.ts';
import { makeStudents, type Student } from '../students.ts';
import { submit, type Arrival } from './submit.ts';
import { writePlainly } from './plain.ts';
import { measureManyUploads, measureUploadMemory } from './upload-memory.ts';

/** The rush before a deadline: everybody submits at the same moment. */
const count = numberOption('students', 5_000);
const fileBytes = 200 * 1024;
const maxMemoryMb = 220;
const maxGrowthMb = 100;
const faults: string[] = [];

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
}
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** What a file takes: of the clock, as so many a second, and of the processor, in milliseconds; null if not told. */
type Pace = { perSecond: number; cpuMs: number | null };

/** Plain Node on the same core with as many at once. */
function measurePlainNode(): Pace {
  const { took, cpuMs } = writePlainly({ count, bytes: fileBytes, atOnce: uploadConcurrency.maxConcurrent });
  return { perSecond: count / took, cpuMs: cpuMs / count };
}

/** Every student's file: as large, and different in its first bytes. */
const base = randomBytes(fileBytes);
function bytesOf(n: number): Buffer {
  const bytes = Buffer.from(base);
  bytes.writeUInt32BE(n, 0);
  return bytes;
}

async function rush(dataDir: string, students: readonly Student[]): Promise<Pace> {
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
  await (await startPortal(environment)).stop();
  const portal = await startPortal(environment);
  const atRest = portal.memory();
  let peak = atRest ?? 0;
  const timer = setInterval(() => (peak = Math.max(peak, portal.memory() ?? 0)), 100);
  const agent = new Agent({ keepAlive: true });
  const url = new URL(portal.url);
  const startedAt = performance.now();
  const usedBefore = portal.processorTime();
  const arrivals = await Promise.all(
    students.map((student, n) =>
      submit(agent, url, student, () => bytesOf(n)).catch((error: Error) => {
        faults.push(error.message);
        return null;
      }),
    ),
  );
  const took = performance.now() - startedAt;
  clearInterval(timer);
  const usedAfter = portal.processorTime();
  agent.destroy();
  await portal.stop();

  const arrived = arrivals.filter((arrival): arrival is Arrival => arrival !== null);
  const sum = (of: (arrival: Arrival) => number) =>
    arrived.reduce((total, arrival) => total + of(arrival), 0);
  const [totals, answers] = [arrived.map(({ totalMs }) => totalMs), arrived.map(({ answerMs }) => answerMs)];
  for (const [n, arrival] of arrivals.entries()) {
    const sha256 = createHash('sha256').update(bytesOf(n)).digest('hex');
    if (arrival !== null && arrival.receipt.file?.sha256 !== sha256)
      faults.push(`receipt ${arrival.receipt.number} is for other bytes`);
  }
  const perSecond = arrived.length / (took / 1_000);
  console.log(
    `${count} students, ${fileBytes / 1024} KB each: ${arrived.length} receipts in ${seconds(took)}`,
  );
  console.log(
    `throughput: ${perSecond.toFixed(0)} submissions a second, ${((perSecond * fileBytes) / 1e6).toFixed(0)} MB a second`,
  );
  console.log(
    `from the first attempt to the receipt: p50 ${seconds(percentile(totals, 0.5))}, p99 ${seconds(percentile(totals, 0.99))}`,
  );
  console.log(
    `of the answered attempt alone: p50 ${seconds(percentile(answers, 0.5))}, p99 ${seconds(percentile(answers, 0.99))}`,
  );
  console.log(
    `503 with Retry-After: ${sum(({ refused }) => refused)}; 408: ${sum(({ late }) => late)}; broken connections: ${sum(({ broken }) => broken)}`,
  );
  console.log(`memory of the portal: ${atRest} MB at rest, ${peak} MB at most`);
  const isTold = usedBefore !== null && usedAfter !== null;
  return { perSecond, cpuMs: isTold ? (usedAfter - usedBefore) / 1_000 / arrived.length : null };
}

/** Compares what the portal has kept with what was submitted: none lost, none doubled, every byte in its place. */
async function verify(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null });
  const { versions } = await database.reader
    .selectFrom('submissions')
    .select((of) => of.fn.countAll<number>().as('versions'))
    .executeTakeFirstOrThrow();
  const files = await openLocalStore(path.join(dataDir, 'files'));
  const report = await checkFiles(
    { database, files, clock: systemClock },
    { dryRun: true, others: listAttachedFiles },
    (finding) => faults.push(JSON.stringify(finding)),
  );
  await database.close();
  console.log(
    `kept: ${versions} versions, ${report.files} files read back, ${report.orphans.recent} without a version`,
  );
  if (versions !== count || report.files !== count)
    faults.push(`${count} students have ${versions} versions and ${report.files} files`);
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-rush-'));
try {
  const database = await openDatabase({ dataDir, databaseUrl: null });
  const students = await makeStudents(database, count);
  await database.close();
  const plainBefore = measurePlainNode();
  const portal = await rush(dataDir, students);
  const plainAfter = measurePlainNode();
  const plain = {
    perSecond: (plainBefore.perSecond + plainAfter.perSecond) / 2,
    cpuMs: ((plainBefore.cpuMs ?? 0) + (plainAfter.cpuMs ?? 0)) / 2,
  };
  console.log(
    `plain Node that writes and syncs the same bytes: ${plain.perSecond.toFixed(0)} files a second; ` +
      `ratio ${(portal.perSecond / plain.perSecond).toFixed(2)}`,
  );
  if (portal.cpuMs !== null) {
    console.log(
      `processor time: ${portal.cpuMs.toFixed(2)} ms a submission, ${plain.cpuMs.toFixed(2)} ms in plain Node; ` +
        `ratio ${(plain.cpuMs / portal.cpuMs).toFixed(2)}`,
    );
  }
  await verify(dataDir);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
for (const way of ['form', 'parts'] as const) {
  const { atRest, peak } = await measureUploadMemory(way, 1_024);
  const how = way === 'form' ? 'with the form' : 'in parts';
  console.log(`one upload of 1 GB ${how}: ${atRest} MB at rest, ${peak} MB at most (bar: ${maxMemoryMb})`);
  if (peak !== null && peak > maxMemoryMb)
    faults.push(`the portal took ${peak} MB for one large upload ${how}`);
}

const s3 = await startS3();
const many = { count: 20, megabytes: 8 };
const growth = await measureManyUploads(s3.url, many);
await s3.stop();
console.log(
  `${many.count} uploads of ${many.megabytes} MB on their way to a bucket: ${growth} MB more (bar: ${maxGrowthMb})`,
);
if (growth !== null && growth > maxGrowthMb)
  faults.push(`the portal took ${growth} MB for ${many.count} uploads`);

for (const fault of faults.slice(0, 20)) console.error(fault);
if (faults.length > 20) console.error(`… ${faults.length} in all`);
process.exitCode = faults.length === 0 ? 0 : 1;
