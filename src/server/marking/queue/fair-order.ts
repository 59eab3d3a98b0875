import { hash } from 'node:crypto';
import type { Task } from '#contract/dates';

/** How many students a block has at most on average; a smaller batch is one block. */
const blockStudents = 64;

/** Keys are from 0 on and below this; `fairKeyOf()` in SQL is the same (`fair-queue.ts`). */
export const fairKeys = 2 ** 32;
export const fairFactor = 2_654_435_761;

/**
 * A student's place on a ring of 2³² that is the same for every mentor and task: numbers that follow each other are spread evenly
 * over it (Fibonacci hashing). An index has it, so that part of the ring is found at once.
 */
export function fairKeyOf(accountId: number): number {
  return Number((BigInt(accountId) * BigInt(fairFactor)) % BigInt(fairKeys));
}

/** The order of a mentor in a task of a batch. */
export type FairOrder = {
  mentorId: number;
  task: Task;
  /** How many equal parts the ring has: a power of two. */
  blocks: number;
  /** The part with which the order begins. */
  firstBlock: number;
};

/** A student's place in it: the block, counted from the first one, then what orders those of a block. */
export type FairPlace = { block: number; key: string };

const digest = (...parts: (string | number)[]): string => hash('sha256', parts.join(':'), 'hex');

/** @param students how many the batch has: the order is the same until that passes the next power of two */
export function fairOrder(mentorId: number, task: Task, students: number): FairOrder {
  const blocks = 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(students, 1) / blockStudents)));
  const firstBlock = Number.parseInt(digest(mentorId, task).slice(0, 8), 16) % blocks;
  return { mentorId, task, blocks, firstBlock };
}

/** Where a student stands in an order. */
export function fairPlace(order: FairOrder, accountId: number): FairPlace {
  const { mentorId, task, blocks, firstBlock } = order;
  const block = Math.floor(fairKeyOf(accountId) / (fairKeys / blocks));
  return { block: (block - firstBlock + blocks) % blocks, key: digest(mentorId, task, accountId) };
}

export function compareFairPlaces(one: FairPlace, other: FairPlace): number {
  return one.block - other.block || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
}

/**
 * The next of some students that were read from the ring in its order. A block that was read in part is not in its order yet.
 * @param isCut whether more of them follow on the ring
 * @returns null where more must be read first
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

/** The keys from a block of the order on to its last one, in their order: at most two parts of the ring. */
export function fairRanges({ blocks, firstBlock }: FairOrder, from: number): { low: number; high: number }[] {
  const width = fairKeys / blocks;
  const begin = firstBlock + from;
  const end = firstBlock * width;
  if (begin >= blocks) return [{ low: (begin - blocks) * width, high: end }];
  const untilEnd = { low: begin * width, high: fairKeys };
  return end === 0 ? [untilEnd] : [untilEnd, { low: 0, high: end }];
}
