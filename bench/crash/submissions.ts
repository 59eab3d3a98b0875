import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '#contract/submissions';
import type { Student } from '../students.ts';

/** A submission that a client began and has not seen a receipt for. */
type Attempt = { key: string; task: string; bytes: Buffer<ArrayBuffer>; sha256: string };

/** A client that submits one file after the other, and keeps every receipt that it got. */
export type Client = {
  student: Student;
  receipts: (Receipt & { sentSha256: string })[];
  /** What a crash cut off, and when: sent again with the same key, as the web client does. */
  cutOff: { attempt: Attempt; at: number }[];
};

/** An idempotency lock outlives its dead process by half a minute; then what was cut off goes through. */
const leaseMs = 33_000;

export const makeClient = (student: Student): Client => ({ student, receipts: [], cutOff: [] });

/** Mostly what students submit, now and then one byte, now and then more than one part of an upload. */
function randomSize(): number {
  const dice = randomInt(20);
  if (dice === 0) return 1;
  return dice === 1 ? randomInt(2_000_000, 7_000_000) : randomInt(1_000, 300_000);
}

function nextAttempt(): Attempt {
  const bytes = randomBytes(randomSize());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const task = String(randomInt(1, 5));
  return { key: randomUUID(), task, bytes, sha256 };
}

/** @returns the receipt, 'later' when the portal asks to retry later, null when it died */
async function send({ student }: Client, attempt: Attempt, url: string): Promise<Receipt | 'later' | null> {
  const form = new FormData();
  form.set('selectedWeek', attempt.task);
  form.set('files', new Blob([attempt.bytes]), 'work.bin');
  let status: number;
  let body: { receipt: Receipt; message?: string };
  try {
    const answer = await fetch(`${url}/api/students/uploadWeek/${student.email}`, {
      method: 'POST',
      headers: { cookie: student.cookie, 'idempotency-key': attempt.key },
      body: form,
    });
    status = answer.status;
    body = (await answer.json()) as typeof body;
  } catch {
    return null;
  }
  if (status === 409 || status === 503) return 'later';
  if (status !== 201) throw new Error(`A submission was answered ${status}: ${body.message}`);
  return body.receipt;
}

/**
 * Submits something new, or what was cut off long enough ago.
 * @returns whether the portal still answers
 * @throws when it answers what it never should
 */
export async function submitOnce(client: Client, url: string): Promise<boolean> {
  const [oldest] = client.cutOff;
  const isDue = oldest !== undefined && performance.now() - oldest.at > leaseMs;
  if (isDue) client.cutOff.shift();
  const attempt = isDue ? oldest.attempt : nextAttempt();
  const outcome = await send(client, attempt, url);
  if (outcome === null || outcome === 'later') client.cutOff.push({ attempt, at: performance.now() });
  else client.receipts.push({ ...outcome, sentSha256: attempt.sha256 });
  return outcome !== null;
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
