import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyParts, anyRule } from '#support/any-results';
import { workedParts, workedRule } from '#support/worked-results';
import { reachOf, type Needed } from './reach.ts';
import { resultOf, type Counted, type Parts } from './result.ts';
import type { ResultRule } from './rule.ts';

const weighed = { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 30, viva: 30 };
const viva40 = { of: 'viva', marks: 40 } as const;

test.each<[marks: string, rule: Partial<ResultRule>, sentence: string | null]>([
  // 6 × 50 = 300; 248 are there.
  ['50 50 50 50 48 -', { pass_mark: 50 }, 'To pass you need 52 of 100 in the viva.'],
  // Rounded to one decimal, 49.95 is enough: 299.7.
  ['50 50 50 50 48.7 -', { pass_mark: 50 }, 'To pass you need 51 of 100 in the viva.'],
  [
    '50 50 50 50 - -',
    { pass_mark: 60 },
    'You pass with 80 of 100 in each of the final project and the viva.',
  ],
  [
    '50 50 - - - -',
    { pass_mark: 60 },
    'You pass with 65 of 100 in each of week 3, week 4, the final project, and the viva.',
  ],
  // 40 in the viva, and 300 - 240 - 40 in the final project.
  [
    '60 60 60 60 - -',
    { pass_mark: 50, minimums: [viva40] },
    'You pass with 20 of 100 in the final project and 40 of 100 in the viva.',
  ],
  ['90 90 90 90 - -', { pass_mark: 50, minimums: [viva40] }, 'To pass you need 40 of 100 in the viva.'],
  // 5000 - 1600 - 1200 = 2200 of 30.
  ['40 40 40 40 40 -', { pass_mark: 50, weights: weighed }, 'To pass you need 74 of 100 in the viva.'],
  // The best three: 40, 40, and 40; week 4 can replace one.
  ['40 40 40 - 60 60', { pass_mark: 50, best_weeks: 3 }, 'To pass you need 50 of 100 in week 4.'],
  // (135 − 90) for the weeks, four of them.
  ['45 45 45 - 60 60', { minimums: [{ of: 'weeks', marks: 50 }] }, 'To pass you need 65 of 100 in week 4.'],
  ['50 50 50 50 100 -', { pass_mark: 50 }, 'You pass with any marks in the viva.'],
  ['90 90 90 90 - -', { pass_mark: 50 }, 'You pass with any marks in the final project and the viva.'],
  [
    '10 10 10 10 10 -',
    { pass_mark: 50 },
    'You can no longer pass: you can reach at most 25 of 100, and the pass mark is 50.',
  ],
  [
    '90 90 90 90 39 -',
    { pass_mark: 50, minimums: [{ of: 'final', marks: 40 }] },
    'You can no longer pass: you need at least 40 of 100 in the final project, and you have 39.',
  ],
  [
    'A A A - 90 90',
    { minimums: [{ of: 'weeks', marks: 40 }] },
    'You can no longer pass: you need at least 40 of 100 in the weeks, and can reach at most 25.',
  ],
  ['90 90 90 90 90 90', { pass_mark: 50 }, 'You passed with 90 of 100.'],
  [
    '40 40 40 40 40 40',
    { pass_mark: 50 },
    'You did not pass: your result is 40 of 100, and the pass mark is 50.',
  ],
  [
    '90 90 90 90 90 39',
    { minimums: [viva40] },
    'You did not pass: you need at least 40 of 100 in the viva, and you have 39.',
  ],
  ['90 90 90 90 90 -', {}, null],
  ['E E E E E E', { pass_mark: 50 }, null],
  ['E E E E E -', { pass_mark: 50 }, 'To pass you need 50 of 100 in the viva.'],
])('%s by %j: %s', (marks, rule, sentence) =>
  expect(reachOf(workedRule(rule), workedParts(marks)).sentence).toBe(sentence),
);

test('what was submitted late needs what lateness costs', () => {
  const late = { points: 5, each: 'day', most: null } as const;
  const parts: Parts = { ...workedParts('50 50 50 50 50 -'), viva: { status: 'open', late_days: 2 } };
  expect(reachOf(workedRule({ pass_mark: 50, late }), parts)).toMatchObject({
    needed: [{ task: 'viva', marks: 60 }],
    most: 56.7,
  });
});

test('what can still be reached, without a pass mark', () => {
  const { least, most, outlook } = reachOf(workedRule({}), workedParts('60 60 60 60 - -'));
  expect({ least, most, outlook }).toEqual({ least: 40, most: 73.3, outlook: null });
});

/** With a mark in each open task. */
const withMarks = (parts: Parts, needed: readonly Needed[], change: (marks: number) => number): Parts => ({
  ...parts,
  ...Object.fromEntries(
    needed.map(({ task, marks }) => {
      const open = parts[task];
      const late_days = open.status === 'open' ? open.late_days : 0;
      return [task, { status: 'marked', marks: change(marks), late_days } satisfies Counted];
    }),
  ),
});

test('the sentence is the inverse of the result: enough passes, and one less does not', () => {
  fc.assert(
    fc.property(anyRule, anyParts, (rule, parts) => {
      const { needed, outlook } = reachOf(rule, parts);
      fc.pre(outlook === 'possible');
      expect(
        resultOf(
          rule,
          withMarks(parts, needed, (marks) => marks),
        ).passed,
      ).toBe(true);
      const more = (marks: number) => Math.min(100, marks + 7);
      expect(resultOf(rule, withMarks(parts, needed, more)).passed).toBe(true);
      const less = (marks: number) => Math.max(0, marks - 1);
      expect(resultOf(rule, withMarks(parts, needed, less)).passed).toBe(false);
    }),
  );
});

test('whatever comes stays between the least and the most, and as certain as was said', () => {
  fc.assert(
    fc.property(anyRule, anyParts, anyParts, (rule, parts, later) => {
      const { open, least, most, outlook } = reachOf(rule, parts);
      const marks = open.map((task) => ({ task, marks: 0 }));
      const given = withMarks(parts, marks, () => 0);
      for (const task of open) {
        const [now, then] = [given[task], later[task]];
        if (now.status === 'marked' && then.status === 'marked') given[task] = { ...now, marks: then.marks };
      }
      const { result, passed } = resultOf(rule, given);
      expect(result === null).toBe(least === null);
      expect(result ?? 0).toBeGreaterThanOrEqual(least ?? 0);
      expect(result ?? 0).toBeLessThanOrEqual(most ?? 0);
      if (outlook === 'certain' || outlook === 'passed') expect(passed).toBe(true);
      if (outlook === 'out_of_reach' || outlook === 'failed') expect(passed).toBe(false);
    }),
  );
});

test('who is certain to pass also passes when excused from the rest', () => {
  fc.assert(
    fc.property(anyRule, anyParts, (rule, parts) => {
      const { open, outlook } = reachOf(rule, parts);
      fc.pre(outlook === 'certain');
      const excused = Object.fromEntries(open.map((task) => [task, { status: 'excused' }]));
      const { state, passed } = resultOf(rule, { ...parts, ...excused } as Parts);
      expect(state === 'excused' || passed).toBe(true);
    }),
  );
});
