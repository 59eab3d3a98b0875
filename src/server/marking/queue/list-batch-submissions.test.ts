import { expect, test } from 'vitest';
import { tasks, type Task } from '#contract/dates';
import { fairKey, fairPlace } from './list-batch-submissions.ts';

const range = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i);

/** Each student's rank, from 1 on, in the order of a mentor and task. */
function ranksOf(mentorId: number, task: Task, accountIds: readonly number[]): number[] {
  const key = fairKey(mentorId, task);
  const placed = accountIds.map((accountId, index) => ({ index, place: fairPlace(key, accountId) }));
  const ranks = accountIds.map(() => 0);
  for (const [at, { index }] of placed.toSorted((a, b) => a.place - b.place).entries()) ranks[index] = at + 1;
  return ranks;
}

/** Spearman's correlation of two lists of ranks. */
function correlation(one: readonly number[], other: readonly number[]): number {
  const count = one.length;
  const squares = one.reduce((sum, rank, i) => sum + (rank - (other[i] as number)) ** 2, 0);
  return 1 - (6 * squares) / (count * (count ** 2 - 1));
}
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What holds over many mentors: each student's mean rank, how alike orders are, and how often each student is last. */
function statistics(mentors: number, accountIds: readonly number[]) {
  const orders = range(mentors).map((mentor) =>
    tasks.map((task) => ranksOf(mentor * 7_919, task, accountIds)),
  );
  const all = orders.flat();
  const ofTasks = orders.flatMap((own) =>
    own.flatMap((one, i) => own.slice(i + 1).map((other) => correlation(one, other))),
  );
  const ofMentors = orders.flatMap((own, i) =>
    i === 0 ? [] : own.map((one, task) => correlation(one, orders[i - 1]?.[task] as number[])),
  );
  return {
    meanRanks: accountIds.map((_, student) => meanOf(all.map((ranks) => ranks[student] as number))),
    betweenTasks: meanOf(ofTasks),
    betweenMentors: meanOf(ofMentors),
    /** The mean size of a correlation: 0.13 for shuffles of 40 that have nothing to do with each other, 0.5 for rotations. */
    size: meanOf(ofTasks.map(Math.abs)),
    last: accountIds.map((_, student) => all.filter((ranks) => ranks[student] === ranks.length).length),
  };
}

test('over 1,000 mentors and six tasks no student of forty has a rank of their own', () => {
  const { meanRanks, betweenTasks, betweenMentors, size, last } = statistics(1_000, range(40, 3));
  const middle = 20.5;
  expect(Math.max(...meanRanks.map((rank) => Math.abs(rank - middle) / middle))).toBeLessThan(0.02);
  expect(Math.abs(betweenTasks)).toBeLessThan(0.01);
  expect(Math.abs(betweenMentors)).toBeLessThan(0.01);
  expect(size).toBeLessThan(0.15);
  // Each is last 150 times of 6,000, give or take.
  expect(Math.max(...last)).toBeLessThan(210);
  expect(Math.min(...last)).toBeGreaterThan(90);
});

test('the same holds for a large batch', () => {
  const { meanRanks, betweenTasks, betweenMentors } = statistics(100, range(200, 1_000));
  const middle = 100.5;
  // Of 600 orders: a mean rank is 2.4 ranks off by chance, and that twice as often as one thinks.
  expect(Math.max(...meanRanks.map((rank) => Math.abs(rank - middle)))).toBeLessThan(10);
  expect(Math.abs(betweenTasks)).toBeLessThan(0.05);
  expect(Math.abs(betweenMentors)).toBeLessThan(0.05);
});

test('an order stays: from call to call, and when students join a batch', () => {
  const mine = ranksOf(2, 'week-1', range(40));
  expect(ranksOf(2, 'week-1', range(40))).toEqual(mine);
  expect(ranksOf(3, 'week-1', range(40))).not.toEqual(mine);
  expect(ranksOf(2, 'week-2', range(40))).not.toEqual(mine);
  const joined = ranksOf(2, 'week-1', range(41)).slice(0, 40);
  const byRank = (ranks: number[]) => range(40).toSorted((a, b) => (ranks[a - 1] ?? 0) - (ranks[b - 1] ?? 0));
  expect(byRank(joined)).toEqual(byRank(mine));
});
