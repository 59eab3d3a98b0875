import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyMarks, anyParts, anyRule } from '#support/any-results';
import { workedResults } from '#support/worked-cases';
import { workedParts, workedRule } from '#support/worked-results';
import { tasks, type Task } from '../dates.ts';
import { meanOfMarks } from '../marking/mean-of-marks.ts';
import { resultOf, type Counted } from './result.ts';
import { checkRule, defaultRule } from './rule.ts';

describe('results done by hand', () => {
  test('there are fifty or more, and each is of a rule that can be used', () => {
    expect(workedResults.length).toBeGreaterThanOrEqual(50);
    expect(new Set(workedResults.map(({ name }) => name)).size).toBe(workedResults.length);
    for (const { name, rule } of workedResults)
      expect([name, checkRule(workedRule(rule))]).toEqual([name, []]);
  });

  test.each(workedResults)('$name: $marks: $working', ({ rule, marks, says }) => {
    const { lines, minimums, ...result } = resultOf(workedRule(rule), workedParts(marks));
    const { left_out = [], fails = [], ...expected } = says;
    expect(result).toMatchObject({ state: 'complete', so_far: null, grade: null, ...expected });
    if (!('passed' in says)) expect(result.passed).toBeNull();
    const isValued = ({ counted, weight }: { counted: number | null; weight: number }) =>
      counted !== null && weight === 0;
    const hasWeights = workedRule(rule).weights?.['week-1'] === 0;
    expect(hasWeights ? [] : lines.filter(isValued).map(({ task }) => task)).toEqual(left_out);
    expect(minimums.filter((one) => one.fails).map(({ of }) => of)).toEqual(fails);
  });
});

const withPart = (task: Task, part: Counted) => ({ [task]: part });

describe('what holds for every rule', () => {
  test('a raised mark never lowers the result, the pass or the grade', () => {
    const raised = fc.tuple(anyRule, anyParts, fc.constantFrom(...tasks), anyMarks, anyMarks, fc.nat(9));
    fc.assert(
      fc.property(raised, ([rule, parts, task, one, other, late_days]) => {
        const of = (marks: number) =>
          resultOf(rule, { ...parts, ...withPart(task, { status: 'marked', marks, late_days }) });
        const [low, high] = [of(Math.min(one, other)), of(Math.max(one, other))];
        expect(high.result ?? high.so_far ?? 0).toBeGreaterThanOrEqual(low.result ?? low.so_far ?? 0);
        expect(Number(high.passed)).toBeGreaterThanOrEqual(Number(low.passed));
        const from = (word: string | null) => rule.grades.find((grade) => grade.word === word)?.from ?? -1;
        expect(from(high.grade)).toBeGreaterThanOrEqual(from(low.grade));
      }),
    );
  });

  test('a task that counts 0 and gets a mark never lowers it', () => {
    const zero = fc.constantFrom<Counted>({ status: 'absent' }, { status: 'not_submitted' });
    const marked = fc.tuple(anyRule, anyParts, fc.constantFrom(...tasks), zero, anyMarks, fc.nat(9));
    fc.assert(
      fc.property(marked, ([rule, parts, task, nothing, marks, late_days]) => {
        const before = resultOf(rule, { ...parts, ...withPart(task, nothing) });
        const after = resultOf(rule, { ...parts, ...withPart(task, { status: 'marked', marks, late_days }) });
        expect(after.state).toBe(before.state);
        expect(after.result ?? after.so_far ?? 0).toBeGreaterThanOrEqual(before.result ?? before.so_far ?? 0);
        expect(Number(after.passed)).toBeGreaterThanOrEqual(Number(before.passed));
      }),
    );
  });

  test('the order of marking does not matter', () => {
    const ordered = fc.tuple(anyRule, anyParts, fc.shuffledSubarray([...tasks], { minLength: 6 }));
    fc.assert(
      fc.property(ordered, ([rule, parts, order]) => {
        const marked = Object.assign({}, ...order.map((task) => withPart(task, parts[task])));
        expect(resultOf(rule, marked)).toEqual(resultOf(rule, parts));
      }),
    );
  });

  test('the weights of the lines are the whole, and the result is within the marks that count', () => {
    fc.assert(
      fc.property(anyRule, anyParts, (rule, parts) => {
        const { lines, weights, result, so_far } = resultOf(rule, parts);
        expect(lines.reduce((sum, { weight }) => sum + weight, 0)).toBe(weights);
        const values = lines.flatMap(({ weight, counted }) =>
          weight > 0 && counted !== null ? [counted] : [],
        );
        const mean = result ?? so_far;
        expect(mean === null).toBe(values.length === 0);
        if (mean === null) return;
        expect(mean).toBeGreaterThanOrEqual(Math.floor(Math.min(...values)));
        expect(mean).toBeLessThanOrEqual(Math.ceil(Math.max(...values)));
      }),
    );
  });

  test('the best weeks are never worse than all of them', () => {
    fc.assert(
      fc.property(anyParts, fc.constantFrom<1 | 2 | 3>(1, 2, 3), (parts, best_weeks) => {
        const weights = { 'week-1': 15, 'week-2': 15, 'week-3': 15, 'week-4': 15, final: 20, viva: 20 };
        const of = (best: 1 | 2 | 3 | null) =>
          resultOf(
            { ...defaultRule, weights, best_weeks: best, minimums: [{ of: 'weeks', marks: 1 }] },
            parts,
          ).minimums[0]?.has ?? 0;
        expect(of(best_weeks)).toBeGreaterThanOrEqual(of(null));
      }),
    );
  });
});

describe("the portal's own rule", () => {
  test('is the mean of today', () => {
    const marked = fc.array(fc.option(fc.integer({ min: 0, max: 200 }).map((halves) => halves / 2)), {
      minLength: 6,
      maxLength: 6,
    });
    fc.assert(
      fc.property(marked, (marks) => {
        const parts = Object.fromEntries(
          tasks.map((task, index) => {
            const given = marks[index] ?? null;
            return [
              task,
              given === null ? { status: 'open' } : { status: 'marked', marks: given, late_days: 3 },
            ];
          }),
        ) as Record<Task, Counted>;
        const { result, so_far } = resultOf(defaultRule, parts);
        const mean = marks.filter((mark) => mark !== null).length > 1 ? (result ?? so_far) : null;
        expect(mean).toBe(meanOfMarks(marks));
      }),
    );
  });
});

test('a line says what was lost to lateness, and what it counts', () => {
  const rule = workedRule({ late: { points: 0.1, each: 'day', most: null } });
  const { lines } = resultOf(rule, workedParts('72.3+2 0+1 E A - 0.3+9'));
  expect(lines.map(({ marks, late_cost, counted }) => [marks, late_cost, counted])).toEqual([
    [72.3, 0.2, 72.1],
    [0, 0, 0],
    [null, 0, null],
    [0, 0, 0],
    [null, 0, null],
    [0.3, 0.3, 0],
  ]);
});
