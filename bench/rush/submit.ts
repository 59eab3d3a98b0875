import { request, type Agent, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '#contract/submissions';
import type { Student } from '../students.ts';

const boundary = 'capstone-rush';
const head = Buffer.from(
  `--${boundary}\r\nContent-Disposition: form-data; name="selectedWeek"\r\n\r\n1\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="work.bin"\r\n\r\n`,
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);

/** How the rush went for one student. */
export type Arrival = {
  receipt: Receipt;
  /** From the first attempt to the receipt, waits included; and of the attempt that got it. Milliseconds. */
  totalMs: number;
  answerMs: number;
  /** Refusals that asked to retry later. */
  refused: number;
  /** Requests that the loader itself sent too slowly: 5,000 of them share its one thread. */
  late: number;
  /** Connections that broke without an answer. */
  broken: number;
};

type Answer = { status: number; retryAfter: number; body: { receipt: Receipt; message?: string } };

/** Sends one submission for week 1, form and file in one request. */
export function sendSubmission(
  agent: Agent,
  url: URL,
  student: Student,
  key: string,
  bytes: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: url.hostname,
        port: url.port,
        method: 'POST',
        path: `/api/students/uploadWeek/${student.email}`,
        headers: {
          cookie: student.cookie,
          'idempotency-key': key,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': head.length + bytes.length + tail.length,
        },
      },
      (response: IncomingMessage) => {
        json(response).then(
          (body) =>
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: Number(response.headers['retry-after'] ?? 'NaN'),
              body: body as Answer['body'],
            }),
          reject,
        );
      },
    );
    sent.once('error', reject);
    sent.write(head);
    sent.write(bytes);
    sent.end(tail);
  });
}

/**
 * Submits until there is a receipt, as a browser does: a 503 is obeyed, a 408 and a broken connection tried again, always
 * with the same key.
 * @throws when the answer is anything else
 */
export async function submit(
  agent: Agent,
  url: URL,
  student: Student,
  makeBytes: () => Buffer,
): Promise<Arrival> {
  const startedAt = performance.now();
  const key = `rush of ${student.email}`;
  let refused = 0;
  let late = 0;
  let broken = 0;
  for (;;) {
    const sentAt = performance.now();
    const answer = await sendSubmission(agent, url, student, key, makeBytes()).catch(() => null);
    if (answer === null) {
      broken += 1;
      if (broken > 20) throw new Error(`The connection of ${student.email} breaks again and again`);
      await sleep(1_000 * (1 + Math.random()));
      continue;
    }
    const now = performance.now();
    if (answer.status === 201)
      return {
        receipt: answer.body.receipt,
        totalMs: now - startedAt,
        answerMs: now - sentAt,
        refused,
        late,
        broken,
      };
    if (answer.status === 408) {
      late += 1;
      if (late > 20) throw new Error(`The requests of ${student.email} are too slow again and again`);
      await sleep(1_000 * (1 + Math.random()));
      continue;
    }
    const mayRetry = answer.status === 503 || (answer.status === 409 && broken + late > 0);
    if (!mayRetry || Number.isNaN(answer.retryAfter))
      throw new Error(`${student.email} was answered ${answer.status}: ${answer.body.message}`);
    refused += 1;
    await sleep(1_000 * answer.retryAfter * (1 + Math.random() / 4));
  }
}
