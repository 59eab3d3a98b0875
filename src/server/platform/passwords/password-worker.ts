import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { withNewChillus } from '#contract/fold-text';
import { normalizePassword } from '#contract/normalize-text';

const tagLength = 32;

/** KiB. */
export type Cost = { memory: number; passes: number; parallelism: number };

/** `hash`: verify, renew at the cost if outdated. */
export type Job = { password: string; cost: Cost; hash?: string };

export type Verdict = { fits: boolean; renewed: string | null };

/**
 * Keyboards differ (RFC 8265, OpaqueString, by NFKC): é is one character or two, chillus have two spellings.
 */
const preparedPassword = (password: string): string =>
  withNewChillus(normalizePassword(password).replaceAll(/\p{Zs}/gu, ' '));

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

/** @returns a PHC hash, or the verdict. @throws Error for a malformed stored hash */
export default function work({ password, cost, hash: stored }: Job): string | Verdict {
  const prepared = preparedPassword(password);
  if (stored === undefined) return hash(prepared, cost);
  if (verify(prepared, stored)) return { fits: true, renewed: null };
  // Earlier hashes used it as typed; unknown accounts take as long.
  const fits = prepared !== password && verify(password, stored);
  return { fits, renewed: fits ? hash(prepared, cost) : null };
}
