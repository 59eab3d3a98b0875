import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { World } from '../world.ts';
import { readerOf, type Invariant } from './invariant.ts';

const addressOf = ({ folder }: World, sha256: string): string =>
  path.join(folder, 'data', 'files', sha256.slice(0, 2), sha256);

const rowsOf = (world: World) =>
  readerOf(world)
    .selectFrom('submissions')
    .select(['number', 'account_id', 'task', 'version', 'comments', 'file_sha256', 'file_bytes', 'erased_at'])
    .execute();

const known = new WeakMap<World, Set<string>>();

async function receiptsHaveTheirBytes(world: World): Promise<string[]> {
  const right = known.get(world) ?? new Set<string>();
  known.set(world, right);
  const wrong: string[] = [];
  for (const { number, file_sha256: sha256, file_bytes: bytes, erased_at: erasedAt } of await rowsOf(world)) {
    if (sha256 === null || erasedAt !== null) continue;
    const file = addressOf(world, sha256);
    if (!existsSync(file)) wrong.push(`${number} has no bytes`);
    else if (statSync(file).size !== bytes) wrong.push(`${number} has other bytes`);
    else if (!right.has(sha256)) {
      const found = createHash('sha256').update(readFileSync(file)).digest('hex');
      if (found === sha256) right.add(sha256);
      else wrong.push(`the bytes of ${number} are damaged`);
    }
  }
  return wrong;
}

async function acknowledgedReceiptsAreStored(world: World): Promise<string[]> {
  const rows = new Map((await rowsOf(world)).map((row) => [row.number, row]));
  const wrong = world.ledger.receipts.flatMap(({ number, student, task, version, sha256, comments }) => {
    if (student.state === 'anonymised') return [];
    const row = rows.get(number);
    if (row === undefined) return [`the acknowledged ${number} of ${student.email} is gone`];
    const isEqual =
      row.task === task && row.version === version && row.file_sha256 === sha256 && row.comments === comments;
    return isEqual ? [] : [`${number} is not what its receipt says`];
  });
  // One request, one version: whatever was repeated. Who is anonymised meanwhile may repeat nothing.
  const known = new Set(world.ledger.receipts.map(({ number }) => number));
  const anonymised = new Set(world.ledger.of('student', 'anonymised').map(({ id }) => id));
  for (const { number, account_id: accountId } of rows.values())
    if (!known.has(number) && !anonymised.has(accountId)) wrong.push(`${number} was made without a receipt`);
  return wrong;
}

export const submissionInvariants: Invariant[] = [
  { name: 'a receipt has its bytes', check: receiptsHaveTheirBytes },
  { name: 'an acknowledged receipt is stored, once', check: acknowledgedReceiptsAreStored },
];
