import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '#contract/submissions/calls';
import { exchange } from '#support/exchange';
import { percentile, sum } from '../figures.ts';
import { expectBar, seconds } from '../report.ts';
import { startWarmPortal, watchMemory } from '../servers.ts';
import { receiptOf, sha256Of, submissionCall } from '../submit.ts';
import type { Student } from '../students.ts';

const fileBytes = 200 * 1024;
const maxRepeats = 20;
const timeoutMs = 600_000;

/** How one student's submission arrived; from the first attempt to the receipt, retries included. */
type Arrival = { receipt: Receipt; ms: number; refused: number; late: number; broken: number };

/**
 * Submits until there is a receipt, as a browser does: waits as long as a 503 says, retries a 408 and a broken connection,
 * always with the same key.
 * @throws when the answer is anything else
 */
async function arrive(
  agent: Agent,
  port: number,
  student: Student,
  makeBytes: () => Buffer,
): Promise<Arrival> {
  const startedAt = performance.now();
  const key = `rush of ${student.email}`;
  const repeats = { refused: 0, late: 0, broken: 0 };
  for (;;) {
    const call = submissionCall(student, key, makeBytes());
    const answer = await exchange(agent, port, call, timeoutMs).catch(() => null);
    if (answer?.status === 201)
      return { receipt: receiptOf(answer), ms: performance.now() - startedAt, ...repeats };
    if (answer === null) repeats.broken += 1;
    // The loader sent too slowly: thousands of requests share its one thread.
    else if (answer.status === 408) repeats.late += 1;
    else {
      const mayRetry = answer.status === 503 || (answer.status === 409 && repeats.broken + repeats.late > 0);
      const retryAfter = Number(answer.headers['retry-after'] ?? 'NaN');
      if (!mayRetry || Number.isNaN(retryAfter))
        throw new Error(`${student.email} was answered ${answer.status}: ${answer.body.toString()}`);
      repeats.refused += 1;
      await sleep(1_000 * retryAfter * (1 + Math.random() / 4));
      continue;
    }
    if (repeats.broken + repeats.late > maxRepeats) throw new Error(`${student.email} does not get through`);
    await sleep(1_000 * (1 + Math.random()));
  }
}

/**
 * The rush before a deadline: everybody submits at the same moment.
 * @param meanwhile runs once a tenth has arrived; it is told how many have
 */
export async function rush(
  environment: NodeJS.ProcessEnv,
  students: readonly Student[],
  meanwhile: (arrived: () => number) => Promise<void>,
): Promise<void> {
  const portal = await startWarmPortal(environment);
  const stopWatching = watchMemory(portal);
  const agent = new Agent({ keepAlive: true });
  const port = Number(new URL(portal.url).port);
  const base = randomBytes(fileBytes);
  /** Every student's file is different in its first bytes. */
  const bytesOf = (n: number): Buffer => {
    const bytes = Buffer.from(base);
    bytes.writeUInt32BE(n, 0);
    return bytes;
  };
  const arrivals: Arrival[] = [];
  let left = students.length;
  const startedAt = performance.now();
  const all = Promise.all(
    students.map(async (student, n) => {
      try {
        const arrival = await arrive(agent, port, student, () => bytesOf(n));
        arrivals.push(arrival);
        const isSame = arrival.receipt.file?.sha256 === sha256Of(bytesOf(n));
        expectBar(isSame, `receipt ${arrival.receipt.number} is for other bytes`);
      } catch (error) {
        expectBar(false, (error as Error).message);
      } finally {
        left -= 1;
      }
    }),
  );
  while (students.length - left < students.length / 10) await sleep(20);
  await meanwhile(() => arrivals.length);
  await all;
  const took = performance.now() - startedAt;
  agent.destroy();
  const memory = stopWatching();
  await portal.stop();
  const times = arrivals.map(({ ms }) => ms);
  const total = (of: 'refused' | 'late' | 'broken') => sum(arrivals.map((arrival) => arrival[of]));
  const numbers = new Set(arrivals.map(({ receipt }) => receipt.number));
  expectBar(numbers.size === students.length, `${numbers.size} receipts for ${students.length} students`);
  console.log(
    `${students.length} students submit ${fileBytes / 1024} KB each at once: ${numbers.size} receipts in ${seconds(took)}; ` +
      `p50 ${seconds(percentile(times, 0.5))}, p99 ${seconds(percentile(times, 0.99))}; ` +
      `503 with Retry-After ${total('refused')}, 408 ${total('late')}, broken connections ${total('broken')}; ` +
      `memory ${memory} MB at most`,
  );
}
