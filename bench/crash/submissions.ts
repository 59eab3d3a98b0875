import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '#contract/submissions';
import { exchange } from '#support/exchange';
import { receiptOf, sha256Of, submissionCall } from '../submit.ts';
import type { Student } from '../students.ts';

/** A submission that a client began and has no receipt for. */
type Attempt = { key: string; week: string; bytes: Buffer };

/** A client that submits one file after the other, and keeps every receipt. */
export type Client = {
  student: Student;
  receipts: (Receipt & { sentSha256: string })[];
  /** What a crash cut off, and when: sent again with the same key, as the web client does. */
  cutOff: { attempt: Attempt; at: number }[];
};

/** An idempotency lock outlives its dead process by half a minute. */
const leaseMs = 33_000;
const timeoutMs = 60_000;

/** Mostly what students submit, now and then one byte, now and then more than one part of an upload. */
function randomSize(): number {
  const dice = randomInt(20);
  if (dice === 0) return 1;
  return dice === 1 ? randomInt(2_000_000, 7_000_000) : randomInt(1_000, 300_000);
}

const nextAttempt = (): Attempt => ({
  key: randomUUID(),
  week: String(randomInt(1, 5)),
  bytes: randomBytes(randomSize()),
});

/**
 * Submits something new, or what was cut off long enough ago.
 * @returns whether the portal still answers
 * @throws when it answers what it never should
 */
export async function submitOnce({ student, receipts, cutOff }: Client, url: string): Promise<boolean> {
  const [oldest] = cutOff;
  const isDue = oldest !== undefined && performance.now() - oldest.at > leaseMs;
  if (isDue) cutOff.shift();
  const attempt = isDue ? oldest.attempt : nextAttempt();
  const call = submissionCall(student, attempt.key, attempt.bytes, attempt.week);
  const agent = new Agent();
  const answer = await exchange(agent, Number(new URL(url).port), call, timeoutMs).catch(() => null);
  agent.destroy();
  if (answer?.status === 201) {
    receipts.push({ ...receiptOf(answer), sentSha256: sha256Of(attempt.bytes) });
    return true;
  }
  if (answer !== null && answer.status !== 409 && answer.status !== 503)
    throw new Error(`A submission was answered ${answer.status}: ${answer.body.toString()}`);
  cutOff.push({ attempt, at: performance.now() });
  return answer !== null;
}

/** Sends everything again that was cut off, until each has its receipt or the time is over. */
export async function finish(client: Client, url: string, giveUpAt: number): Promise<void> {
  while (client.cutOff.length > 0 && performance.now() < giveUpAt) {
    for (const waiting of client.cutOff) waiting.at = -leaseMs;
    const before = client.cutOff.length;
    await submitOnce(client, url);
    if (client.cutOff.length === before) await sleep(500);
  }
}
