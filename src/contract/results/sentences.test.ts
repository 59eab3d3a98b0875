import { expect, test } from 'vitest';
import { workedRule } from '#support/worked-results';
import { ruleSentences } from './sentences.ts';
import type { ResultRule } from './rule.ts';

const always = [
  'Marks are from 0 to 100. Work that you do not submit and absence count 0.',
  'A task that you are excused from does not count.',
];
const last = 'It is incomplete until each task that counts has a released mark.';

test("the portal's own rule", () => {
  expect(ruleSentences(workedRule({}))).toEqual([
    'All six tasks count the same: the four weeks, the final project, and the viva.',
    ...always,
    'Late work loses no marks.',
    'There is no pass mark.',
    'The result is rounded once, at the end, to one decimal. A half is rounded up.',
    last,
  ]);
});

test('a rule with everything', () => {
  const rule: Partial<ResultRule> = {
    weights: { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 30, viva: 30 },
    best_weeks: 3,
    pass_mark: 50,
    minimums: [
      { of: 'viva', marks: 40 },
      { of: 'weeks', marks: 45 },
    ],
    late: { points: 5, each: 'day', most: 20 },
    decimals: 0,
    grades: [
      { from: 60, word: 'First class' },
      { from: 75, word: 'Distinction' },
    ],
  };
  expect(ruleSentences(workedRule(rule))).toEqual([
    'Of 100, your best 3 weeks together are 40, the final project is 30, and the viva is 30.',
    ...always,
    'Late work loses 5 marks for each day after the due date, 20 at most. A day that has begun counts.',
    'An extension moves the due date, so it costs nothing.',
    'You pass with a result of 50 or more.',
    'You also need at least 40 in the viva and 45 on average in the weeks that count.',
    'Grades: Distinction from 75, First class from 60.',
    'The result is rounded once, at the end, to a whole number. A half is rounded up.',
    last,
  ]);
});

const weights = (all: string): ResultRule['weights'] => {
  const [one = 0, two = 0, three = 0, four = 0, final = 0, viva = 0] = all.split(' ').map(Number);
  return { 'week-1': one, 'week-2': two, 'week-3': three, 'week-4': four, final, viva };
};

test.each<[Partial<ResultRule>, string[]]>([
  [{ best_weeks: 1 }, ['Your best week, the final project, and the viva count the same.']],
  [
    { weights: weights('10 10 10 10 30 30') },
    ['Of 100, each week is 10, the final project is 30, and the viva is 30.'],
  ],
  [
    { weights: weights('0 10 20 20 50 0') },
    [
      'Of 100, week 2 is 10, week 3 is 20, week 4 is 20, and the final project is 50.',
      'Week 1 and the viva do not count.',
    ],
  ],
  [
    { weights: weights('25 25 25 25 0 0') },
    ['Of 100, each week is 25.', 'The final project and the viva do not count.'],
  ],
  [
    { weights: weights('0 0 0 0 100 0') },
    ['Of 100, the final project is 100.', 'The weeks and the viva do not count.'],
  ],
  [
    { weights: weights('20 0 20 20 20 20') },
    [
      'Of 100, week 1 is 20, week 3 is 20, week 4 is 20, the final project is 20, and the viva is 20.',
      'Week 2 does not count.',
    ],
  ],
])('weights of %j', (rule, sentences) =>
  expect(ruleSentences(workedRule(rule)).slice(0, sentences.length)).toEqual(sentences),
);

test.each<[Partial<ResultRule>, string]>([
  [{ late: { points: 1, each: 'once', most: null } }, 'Late work loses 1 mark.'],
  [
    { late: { points: 2.5, each: 'day', most: null } },
    'Late work loses 2.5 marks for each day after the due date. A day that has begun counts.',
  ],
  [{ minimums: [{ of: 'weeks', marks: 45 }] }, 'To pass you need at least 45 on average in the weeks.'],
  [{ decimals: 2 }, 'The result is rounded once, at the end, to two decimals. A half is rounded up.'],
])('%j', (rule, sentence) => expect(ruleSentences(workedRule(rule))).toContain(sentence));
