import fc from 'fast-check';
import { tasks, type Task } from '#contract/dates';
import type { Counted, Parts } from '#contract/results/result';
import { checkRule, parts, weekTasks, type ResultRule } from '#contract/results/rule';

/** Whole, halves, and hundredths. */
export const anyMarks = fc.oneof(
  fc.integer({ min: 0, max: 100 }),
  fc.integer({ min: 0, max: 200 }).map((halves) => halves / 2),
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
);

export const anyCounted: fc.Arbitrary<Counted> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ status: fc.constant('marked' as const), marks: anyMarks, late_days: fc.nat(9) }),
  },
  fc.record({ status: fc.constantFrom('not_submitted' as const, 'absent' as const, 'excused' as const) }),
  fc.record({ status: fc.constant('open' as const), late_days: fc.nat(9) }),
);

export const anyParts = fc.record(
  Object.fromEntries(tasks.map((task) => [task, anyCounted])) as Record<Task, typeof anyCounted>,
) satisfies fc.Arbitrary<Parts>;

/** Cuts 100 at five places. */
const anyWeights = fc
  .array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 })
  .map((places) => {
    const cuts = [0, ...places.toSorted((one, other) => one - other), 100];
    return Object.fromEntries(
      tasks.map((task, index) => [task, (cuts[index + 1] ?? 0) - (cuts[index] ?? 0)]),
    ) as Record<Task, number>;
  });

/** All weeks the same: what the best of them need. */
const evenWeights = fc
  .tuple(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 0, max: 100 }))
  .map(([week, cut]) => {
    const rest = 100 - 4 * week;
    const final = Math.min(cut, rest);
    return {
      ...Object.fromEntries(weekTasks.map((task) => [task, week])),
      final,
      viva: rest - final,
    } as Record<Task, number>;
  });

const anyPoints = fc.integer({ min: 1, max: 300 }).map((tenths) => tenths / 10);
const anyLate = fc.oneof(
  anyPoints.map((points) => ({ points, each: 'once' as const, most: null })),
  fc
    .tuple(anyPoints, fc.option(anyPoints))
    .map(([points, more]) => ({ points, each: 'day' as const, most: more && Math.max(points, more) })),
);

const ofHundred = fc.integer({ min: 1, max: 100 });

/** Each is one that an office can save. */
export const anyRule: fc.Arbitrary<ResultRule> = fc
  .record({
    weights: fc.option(fc.oneof(anyWeights, evenWeights)),
    best_weeks: fc.option(fc.constantFrom<1 | 2 | 3>(1, 2, 3)),
    pass_mark: fc.option(ofHundred),
    minimums: fc.uniqueArray(fc.record({ of: fc.constantFrom(...parts), marks: ofHundred }), {
      maxLength: 3,
      selector: ({ of }) => of,
    }),
    late: fc.option(anyLate),
    decimals: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    grades: fc
      .uniqueArray(ofHundred, { maxLength: 4 })
      .map((from) => from.map((marks, index) => ({ from: marks, word: `Grade ${index}` }))),
  })
  .filter((rule) => checkRule(rule).length === 0);
