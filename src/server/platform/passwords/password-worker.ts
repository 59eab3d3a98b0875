import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** Argon2id with 19 MiB, two passes and two lanes. */
const cost = { memory: 19_456, passes: 2, parallelism: 2 };
const tagLength = 32;

export type Job = { id: number; password: string; hash: string | null };
export type Done = { id: number; result: string | boolean } | { id: number; error: string };

type Cost = typeof cost;

function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Buffer {
  return argon2Sync('argon2id', {
    message: Buffer.from(password),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength,
  });
}

function hash(password: string): string {
  const nonce = randomBytes(16);
  const encoded = [nonce, derive(password, nonce, cost)].map((part) =>
    part.toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encoded.join('$')}`;
}

function verify(password: string, phc: string): boolean {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
  if (parts === null) throw new Error('A stored password hash is not in the expected form');
  const [, memory, passes, parallelism, nonce, tag] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const wanted = Buffer.from(tag, 'base64');
  const got = derive(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}

parentPort?.on('message', (job: Job) => {
  let done: Done;
  try {
    done = { id: job.id, result: job.hash === null ? hash(job.password) : verify(job.password, job.hash) };
  } catch (error) {
    done = { id: job.id, error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(done);
});
