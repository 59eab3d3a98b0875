import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { isMainThread } from 'node:worker_threads';
import { lowerOwnPriority, niceness } from '../thread-priority.ts';

const tagLength = 32;

/** What a hash costs: `memory` in KiB, passes over it, lanes. */
export type Cost = { memory: number; passes: number; parallelism: number };

/** A hash to make at a cost, or a password to verify against one. */
export type Job = { password: string } & ({ cost: Cost } | { hash: string });

// Many logins at once must not take the processor from everybody's pages.
if (!isMainThread) lowerOwnPriority(niceness.passwords);

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

function hash(password: string, cost: Cost): string {
  const nonce = randomBytes(16);
  const encoded = [nonce, derive(password, nonce, cost)].map((part) =>
    part.toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encoded.join('$')}`;
}

function verify(password: string, phc: string): boolean {
  const parts =
    /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<nonce>[\w+/]+)\$(?<tag>[\w+/]+)$/.exec(
      phc,
    );
  if (parts === null) throw new Error('A stored password hash is not in the expected form');
  const { memory, passes, parallelism, nonce, tag } = parts.groups as Record<
    'memory' | 'passes' | 'parallelism' | 'nonce' | 'tag',
    string
  >;
  const expected = Buffer.from(tag, 'base64');
  const actual = derive(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** The pool's task: a hash in PHC form, or whether the password fits. @throws Error when the stored hash is none */
export default function work(job: Job): string | boolean {
  return 'cost' in job ? hash(job.password, job.cost) : verify(job.password, job.hash);
}
