import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Receipt } from '#contract/submissions';
import type { Student } from '../students.ts';

/** A hand-in that a client began and has not seen a receipt for. */
type Attempt = { key: string; task: string; bytes: Buffer<ArrayBuffer>; sha256: string };

/** A client that hands in one file after the other, and keeps every receipt that it got. */
export type Client = {
  student: Student;
  receipts: (Receipt & { sentSha256: string })[];
  /** What the crash cut off: sent again with the same key, as the web client does. */
  pending: Attempt | null;
};

export const makeClient = (student: Student): Client => ({ student, receipts: [], pending: null });

/** Mostly what students hand in, now and then one byte, now and then more than one part of an upload. */
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

export type Outcome = 'receipt' | 'later' | 'cut off';

/**
 * Sends what is pending, or something new.
 * @returns 'later' when the portal asks to come back, 'cut off' when it died
 * @throws when it answers what it never should
 */
export async function handInOnce(client: Client, url: string): Promise<Outcome> {
  const attempt = (client.pending ??= nextAttempt());
  const form = new FormData();
  form.set('selectedWeek', attempt.task);
  form.set('files', new Blob([attempt.bytes]), 'work.bin');
  let status: number;
  let body: { receipt: Receipt; message?: string };
  try {
    const answer = await fetch(`${url}/api/students/uploadWeek/${client.student.email}`, {
      method: 'POST',
      headers: { cookie: client.student.cookie, 'idempotency-key': attempt.key },
      body: form,
    });
    status = answer.status;
    body = (await answer.json()) as typeof body;
  } catch {
    return 'cut off';
  }
  if (status === 409 || status === 503) return 'later';
  if (status !== 201) throw new Error(`A hand-in was answered ${status}: ${body.message}`);
  client.receipts.push({ ...body.receipt, sentSha256: attempt.sha256 });
  client.pending = null;
  return 'receipt';
}

/** Hands in without a pause until the portal dies. */
export async function handInUntilCut(client: Client, url: string): Promise<void> {
  for (;;) {
    // 'later': its claim belongs to the dead process for half a minute; it stays pending until then.
    if ((await handInOnce(client, url)) !== 'receipt') return;
  }
}
