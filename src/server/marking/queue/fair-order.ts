import { hash } from 'node:crypto';
import type { Task } from '#contract/dates';

/** Average students per block; a smaller batch is one block. */
const blockStudents = 64;

/** Keys are below this; `fairKey` in `fair-queue.ts` computes the same in SQL. */
export const fairKeys = 2 ** 32;
export const fairFactor = 2_654_435_761;

/**
 * A student's place on a ring of 2³², the same for all mentors: Fibonacci hashing spreads consecutive ids
 * evenly. It is indexed.
 */
export function fairKeyOf(accountId: number): number {
  return Number((BigInt(accountId) * BigInt(fairFactor)) % BigInt(fairKeys));
}

export type FairOrder = {
  mentorId: number;
  task: Task;
  /** A power of two. */
  blocks: number;
  firstBlock: number;
};

/** `block` counts from the order's first block; `key` sorts within it. */
export type FairPlace = { block: number; key: string };

const digest = (...parts: (string | number)[]): string => hash('sha256', parts.join(':'), 'hex');

/** @param students in the batch; the order changes only at powers of two */
export function fairOrder(mentorId: number, task: Task, students: number): FairOrder {
  const blocks = 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(students, 1) / blockStudents)));
  const firstBlock = Number.parseInt(digest(mentorId, task).slice(0, 8), 16) % blocks;
  return { mentorId, task, blocks, firstBlock };
}

export function fairPlace(order: FairOrder, accountId: number): FairPlace {
  const { mentorId, task, blocks, firstBlock } = order;
  const block = Math.floor(fairKeyOf(accountId) / (fairKeys / blocks));
  return { block: (block - firstBlock + blocks) % blocks, key: digest(mentorId, task, accountId) };
}

export function compareFairPlaces(one: FairPlace, other: FairPlace): number {
  return one.block - other.block || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
}

/**
 * The next students in order from those read off the ring. A partly read block is not sorted yet.
 * @param isCut whether more follow on the ring
 * @returns null if more must be read first
 */
export function nextInOrder<Row extends { accountId: number }>(
  order: FairOrder,
  found: readonly Row[],
  { isCut, after, limit }: { isCut: boolean; after: FairPlace | null; limit: number },
): Row[] | null {
  const placed = found.map((row) => ({ row, ...fairPlace(order, row.accountId) }));
  const cut = isCut ? placed.at(-1)?.block : undefined;
  const next = placed
    .filter((one) => one.block !== cut && (after === null || compareFairPlaces(one, after) > 0))
    .toSorted(compareFairPlaces)
    .slice(0, limit);
  return isCut && next.length < limit ? null : next.map(({ row }) => row);
}

/** Key ranges from a block to the order's last one: at most two. */
export function fairRanges({ blocks, firstBlock }: FairOrder, from: number): { low: number; high: number }[] {
  const width = fairKeys / blocks;
  const begin = firstBlock + from;
  const end = firstBlock * width;
  if (begin >= blocks) return [{ low: (begin - blocks) * width, high: end }];
  const untilEnd = { low: begin * width, high: fairKeys };
  return end === 0 ? [untilEnd] : [untilEnd, { low: 0, high: end }];
}
