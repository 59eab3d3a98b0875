import { expect, test } from 'vitest';
import { workedRule } from '#support/worked-results';
import { checkRule, defaultRule, type ResultRule } from './rule.ts';

const even = { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 30, viva: 30 };
const noWeeks = { 'week-1': 0, 'week-2': 0, 'week-3': 0, 'week-4': 0, final: 50, viva: 50 };

test('the own rule of the portal can be used', () => expect(checkRule(defaultRule)).toEqual([]));

test.each<[Partial<ResultRule>, string[]]>([
  [{ weights: { ...even, viva: 31 } }, ['weights']],
  [{ weights: { ...even, final: 30.5, viva: 29.5 } }, ['weights']],
  [{ weights: { ...even, final: -10, viva: 70 } }, ['weights']],
  [{ weights: { ...even, 'week-1': 9, 'week-2': 11 }, best_weeks: 3 }, ['weights']],
  [{ weights: { ...even, 'week-1': 9, 'week-2': 11 } }, []],
  [{ weights: noWeeks, best_weeks: 2 }, ['weights']],
  [{ weights: noWeeks, minimums: [{ of: 'weeks', marks: 40 }] }, ['minimums.0.of']],
  [{ weights: noWeeks, minimums: [{ of: 'week-3', marks: 40 }] }, ['minimums.0.of']],
  [{ weights: noWeeks, minimums: [{ of: 'viva', marks: 40 }] }, []],
  [
    {
      minimums: [
        { of: 'viva', marks: 40 },
        { of: 'viva', marks: 50 },
      ],
    },
    ['minimums.1.of'],
  ],
  [{ minimums: [{ of: 'viva', marks: 0 }] }, ['minimums.0.marks']],
  [{ minimums: [{ of: 'viva', marks: 40.5 }] }, ['minimums.0.marks']],
  [{ pass_mark: 0 }, ['pass_mark']],
  [{ pass_mark: 101 }, ['pass_mark']],
  [{ pass_mark: 49.5 }, ['pass_mark']],
  [{ pass_mark: NaN }, ['pass_mark']],
  [{ late: { points: 0, each: 'once', most: null } }, ['late.points']],
  [{ late: { points: 0.25, each: 'once', most: null } }, ['late.points']],
  [{ late: { points: 2.5, each: 'day', most: 2 } }, ['late.most']],
  [{ late: { points: 2.5, each: 'day', most: 101 } }, ['late.most']],
  [{ late: { points: 5, each: 'once', most: 20 } }, ['late.most']],
  [{ late: { points: 2.5, each: 'day', most: 2.5 } }, []],
  [
    {
      grades: [
        { from: 60, word: 'Pass' },
        { from: 60, word: ' pass ' },
      ],
    },
    ['grades.1.from', 'grades.1.word'],
  ],
  [{ pass_mark: 50, grades: [{ from: 40, word: 'E' }] }, ['grades.0.from']],
  [{ grades: [{ from: 40, word: '  ' }] }, ['grades.0.word']],
  [{ grades: [{ from: 40, word: 'x'.repeat(41) }] }, ['grades.0.word']],
  [{ grades: Array.from({ length: 11 }, (_, from) => ({ from, word: `Grade ${from}` })) }, ['grades']],
])('%j: %j', (rule, at) => expect(checkRule(workedRule(rule)).map((problem) => problem.at)).toEqual(at));
