import type { Task } from '#contract/dates';
import type { Result } from '#contract/results/result';
import type { Part, ResultRule } from '#contract/results/rule';

/**
 * Results done by hand, with their working: what rule, screens, exports, sheets and certificates must say.
 * `marks` are week 1 to 4, final and viva: `76`, `76+2` (two days late), `76?` (under review), `A` absent,
 * `N` not submitted, `E` excused, `-` open.
 */
export type WorkedResult = {
  name: string;
  rule: Partial<ResultRule>;
  marks: string;
  working: string;
  /** `state` is complete unless named; the rest as `resultOf` says it. */
  says: Partial<Pick<Result, 'state' | 'result' | 'so_far' | 'passed' | 'grade'>> & {
    /** Of the best weeks: those that do not count. */
    left_out?: Task[];
    fails?: Part[];
  };
};

const weighed: Partial<ResultRule> = {
  weights: { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 30, viva: 30 },
};
const finalAndViva: Partial<ResultRule> = {
  weights: { 'week-1': 0, 'week-2': 0, 'week-3': 0, 'week-4': 0, final: 50, viva: 50 },
};
const rising: Partial<ResultRule> = {
  weights: { 'week-1': 5, 'week-2': 10, 'week-3': 15, 'week-4': 20, final: 20, viva: 30 },
};
const bestThree: Partial<ResultRule> = { best_weeks: 3 };
const once = (points: number): Partial<ResultRule> => ({ late: { points, each: 'once', most: null } });
const aDay = (points: number, most: number | null): Partial<ResultRule> => ({
  late: { points, each: 'day', most },
});
const pass: Partial<ResultRule> = { pass_mark: 50 };
const vivaNeeds40: Partial<ResultRule> = { pass_mark: 50, minimums: [{ of: 'viva', marks: 40 }] };
const weeksNeed45: Partial<ResultRule> = { pass_mark: 50, minimums: [{ of: 'weeks', marks: 45 }] };
const words: Partial<ResultRule> = {
  pass_mark: 40,
  grades: [
    { from: 40, word: 'Pass' },
    { from: 75, word: 'Distinction' },
    { from: 60, word: 'First class' },
  ],
};

type Line = [
  name: string,
  rule: Partial<ResultRule>,
  marks: string,
  working: string,
  says: WorkedResult['says'],
];

const lines: Line[] = [
  // The portal's own rule: the mean, to one decimal.
  ['six marks', {}, '76 88 91 85 80 90', '510 / 6 = 85', { result: 85 }],
  ['six marks with a third', {}, '70 71 71 70 71 71', '424 / 6 = 70.666…', { result: 70.7 }],
  ['nothing but 0', {}, '0 0 0 0 0 0', '0 / 6 = 0', { result: 0 }],
  ['nothing but 100', {}, '100 100 100 100 100 100', '600 / 6 = 100', { result: 100 }],
  ['half marks', {}, '72.5 80 65.5 90 77 81', '466 / 6 = 77.666…', { result: 77.7 }],
  ['exactly between two', {}, '70 70 70 70 70 71.5', '421.5 / 6 = 70.25, half up', { result: 70.3 }],
  ['just below the half', {}, '70 70 70 70 70 71.4', '421.4 / 6 = 70.233…', { result: 70.2 }],
  ['one mark alone', {}, 'E E E E E 64', '64 / 1 = 64', { result: 64 }],
  ['late work, no cost', {}, '76+9 88 91 85 80 90', '510 / 6 = 85', { result: 85 }],
  ['all absent', {}, 'A A A A A A', '0 / 6 = 0', { result: 0 }],
  [
    'absent in week 2',
    {},
    '76 A 91 85 80 90',
    '(76 + 0 + 91 + 85 + 80 + 90) / 6 = 422 / 6',
    { result: 70.3 },
  ],
  ['week 2 not submitted', {}, '76 N 91 85 80 90', '422 / 6 = 70.333…', { result: 70.3 }],
  ['excused from week 2', {}, '76 E 91 85 80 90', '422 / 5 = 84.4', { result: 84.4 }],
  ['excused from the weeks, absent after', {}, 'E E E E A A', '0 / 2 = 0', { result: 0 }],
  ['excused from everything', {}, 'E E E E E E', 'nothing counts', { state: 'excused', result: null }],
  [
    'without the viva',
    {},
    '76 88 91 85 80 -',
    'so far 420 / 5 = 84',
    { state: 'incomplete', result: null, so_far: 84 },
  ],
  ['nothing yet', {}, '- - - - - -', 'no mark, no mean', { state: 'incomplete', result: null, so_far: null }],
  [
    'excused, absent, and two to come',
    {},
    '76 E A - 80 -',
    'so far (76 + 0 + 80) / 3 = 52',
    { state: 'incomplete', result: null, so_far: 52 },
  ],
  [
    'week 4 never opened, since the start was corrected',
    {},
    '76 88 91 - 80 90',
    'so far 425 / 5 = 85',
    { state: 'incomplete', result: null, so_far: 85 },
  ],
  ['that week excused', {}, '76 88 91 E 80 90', '425 / 5 = 85', { result: 85 }],
  // A review after the result was frozen.
  ['viva under review', {}, '76 88 91 85 80 59?', '479 / 6 = 79.833…', { result: 79.8 }],
  ['its mark raised to 65', {}, '76 88 91 85 80 65', '485 / 6 = 80.833…', { result: 80.8 }],

  // Decimals.
  ['no decimals, half up', { decimals: 0 }, '70 70 70 70 71 72', '423 / 6 = 70.5', { result: 71 }],
  ['no decimals, down', { decimals: 0 }, '70 70 70 70 71 71', '422 / 6 = 70.333…', { result: 70 }],
  ['two decimals', { decimals: 2 }, '70 71 71 70 71 71', '424 / 6 = 70.666…', { result: 70.67 }],
  [
    'two decimals, a half that binary numbers miss',
    { decimals: 2 },
    'E E E E 64.01 64.02',
    '128.03 / 2 = 64.015, half up',
    { result: 64.02 },
  ],

  // Weights: 10 each week, 30 final, 30 viva.
  ['weighed', weighed, '80 70 60 90 75 65', '10 × 300 + 30 × 140 = 7200 of 100', { result: 72 }],
  ['weighed, a tenth', weighed, '81 70 60 90 75 66', '3010 + 4230 = 7240 of 100', { result: 72.4 }],
  ['weighed, half up', weighed, '80.5 70 60 90 75 65', '3005 + 4200 = 7205: 72.05', { result: 72.1 }],
  ['weighed, week excused', weighed, '80 70 E 90 75 65', '(2400 + 4200) / 90 = 73.33…', { result: 73.3 }],
  ['weighed, viva excused', weighed, '80 70 60 90 75 E', '(3000 + 2250) / 70 = 75', { result: 75 }],
  ['weighed, viva absent', weighed, '80 70 60 90 75 A', '(3000 + 2250 + 0) / 100', { result: 52.5 }],
  [
    'weighed, the weeks alone',
    weighed,
    '80 70 60 90 - -',
    'so far 3000 / 40 = 75',
    { state: 'incomplete', result: null, so_far: 75 },
  ],
  ['rising weights', rising, '60 70 80 90 50 40', '300 + 700 + 1200 + 1800 + 1000 + 1200', { result: 62 }],
  ['weeks without weight, open', finalAndViva, '- - - - 70 81', '(70 + 81) / 2', { result: 75.5 }],
  [
    'excused from all that has weight',
    finalAndViva,
    '90 90 90 90 E E',
    'nothing counts',
    { state: 'excused', result: null },
  ],

  // The best weeks.
  [
    'best 3',
    bestThree,
    '76 88 91 85 80 90',
    'without 76: 434 / 5 = 86.8',
    { result: 86.8, left_out: ['week-1'] },
  ],
  [
    'best 3 of equal ones',
    bestThree,
    '80 80 80 80 70 60',
    '(240 + 130) / 5 = 74; the last is left out',
    { result: 74, left_out: ['week-4'] },
  ],
  [
    'best 2, absent and not submitted',
    { best_weeks: 2 },
    'A 70 90 N 60 60',
    '(160 + 120) / 4 = 70',
    { result: 70, left_out: ['week-1', 'week-4'] },
  ],
  [
    'best 1',
    { best_weeks: 1 },
    '50 70 80 90 60 60',
    '(90 + 120) / 3 = 70',
    { result: 70, left_out: ['week-1', 'week-2', 'week-3'] },
  ],
  [
    'best 3, one excused',
    bestThree,
    'E 70 80 90 60 60',
    '(240 + 120) / 5 = 72: all three count',
    { result: 72 },
  ],
  ['best 3, two excused', bestThree, 'E E 80 90 60 60', '(170 + 120) / 4 = 72.5', { result: 72.5 }],
  [
    'best 3, incomplete',
    bestThree,
    '50 70 - - 60 -',
    'so far 180 / 3 = 60',
    { state: 'incomplete', result: null, so_far: 60 },
  ],
  [
    'best 3, weighed: the weeks are 40 together',
    { ...weighed, ...bestThree },
    '50 70 80 90 60 70',
    'weeks 240 / 3 = 80; 40 × 80 + 30 × 130 = 7100',
    { result: 71, left_out: ['week-1'] },
  ],
  [
    'best 3, weighed, with thirds',
    { ...weighed, ...bestThree },
    '50 70 80 85 60 70',
    'weeks 235 / 3; 3133.33… + 3900 = 7033.33…',
    { result: 70.3, left_out: ['week-1'] },
  ],
  [
    'best 3, weighed, two excused',
    { ...weighed, ...bestThree },
    'E E 80 90 60 70',
    'weeks 170 / 2 = 85; 3400 + 3900 = 7300',
    { result: 73 },
  ],
  [
    'best 3, weighed, all weeks excused',
    { ...weighed, ...bestThree },
    'E E E E 60 70',
    '30 × 130 / 60 = 65',
    { result: 65 },
  ],

  // Late work.
  ['late once', once(5), '76+1 88 91 85 80 90', '(71 + 434) / 6 = 84.166…', { result: 84.2 }],
  ['late once, after nine days', once(5), '76+9 88 91 85 80 90', '505 / 6', { result: 84.2 }],
  [
    'late by the day, at most 20',
    aDay(5, 20),
    '76+2 88+10 91 85 80 90',
    '66 + 68 + 346 = 480; / 6 = 80',
    { result: 80 },
  ],
  [
    'late by the day, without a limit',
    aDay(5, null),
    '76+2 88+10 91 85 80 90',
    '66 + 38 + 346 = 450; / 6 = 75',
    { result: 75 },
  ],
  ['late, not below 0', aDay(5, 20), '3+2 80 80 80 80 80', '(0 + 400) / 6 = 66.66…', { result: 66.7 }],
  ['late, half points', aDay(2.5, 20), '76+1 88 91 85 80 90', '(73.5 + 434) / 6 = 84.58…', { result: 84.6 }],
  [
    'late, and so not among the best',
    { ...bestThree, ...once(30) },
    '90+1 70 75 80 60 60',
    '90 − 30 = 60; (225 + 120) / 5 = 69',
    { result: 69, left_out: ['week-1'] },
  ],

  // Passing.
  ['exactly the pass mark', pass, '40 50 60 50 49 51', '300 / 6 = 50', { result: 50, passed: true }],
  [
    'the rounded number passes',
    { ...pass, decimals: 0 },
    '49 49 50 50 49 50',
    '297 / 6 = 49.5, half up',
    { result: 50, passed: true },
  ],
  ['a tenth too few', pass, '49 49 50 50 49 50', '297 / 6 = 49.5', { result: 49.5, passed: false }],
  [
    'not passed yet',
    pass,
    '90 90 90 90 90 -',
    '90 so far',
    { state: 'incomplete', result: null, so_far: 90 },
  ],
  [
    'viva below its minimum',
    vivaNeeds40,
    '80 80 80 80 80 39',
    '439 / 6 = 73.166…; 39 < 40',
    { result: 73.2, passed: false, fails: ['viva'] },
  ],
  [
    'viva at its minimum',
    vivaNeeds40,
    '80 80 80 80 80 40',
    '440 / 6 = 73.33…',
    { result: 73.3, passed: true },
  ],
  ['excused from the minimum', vivaNeeds40, '80 80 80 80 80 E', '400 / 5 = 80', { result: 80, passed: true }],
  [
    'weeks below their minimum',
    weeksNeed45,
    '40 40 50 49 90 90',
    'weeks 179 / 4 = 44.75, shown 44.8 < 45; 359 / 6 = 59.83…',
    { result: 59.8, passed: false, fails: ['weeks'] },
  ],
  [
    'weeks at their minimum once rounded',
    { ...weeksNeed45, decimals: 0 },
    '40 40 50 49 90 90',
    'weeks 44.75, shown 45; 359 / 6 = 59.83…',
    { result: 60, passed: true },
  ],
  [
    'weeks at their minimum by the best',
    { ...weeksNeed45, ...bestThree },
    '0 50 40 45 80 80',
    'weeks 135 / 3 = 45; (135 + 160) / 5 = 59',
    { result: 59, passed: true, left_out: ['week-1'] },
  ],
  [
    'below a minimum by lateness',
    { ...pass, ...once(5), minimums: [{ of: 'final', marks: 40 }] },
    '60 60 60 60 44+1 60',
    'final 44 − 5 = 39 < 40; (240 + 39 + 60) / 6 = 56.5',
    { result: 56.5, passed: false, fails: ['final'] },
  ],
  [
    'a minimum without a pass mark',
    { minimums: [{ of: 'viva', marks: 40 }] },
    '20 20 20 20 20 40',
    '140 / 6 = 23.33…; 40 ≥ 40',
    { result: 23.3, passed: true },
  ],

  // Words.
  ['the highest grade', words, '76 88 91 85 80 90', '510 / 6 = 85', gradeOf(85, 'Distinction')],
  [
    'a grade by the rounded number',
    words,
    '60 60 60 60 60 59.7',
    '359.7 / 6 = 59.95',
    gradeOf(60, 'First class'),
  ],
  ['just below a grade', words, '60 60 60 60 60 59.6', '359.6 / 6 = 59.933…', gradeOf(59.9, 'Pass')],
  [
    'no grade below the pass mark',
    words,
    '39 39 39 39 39 39',
    '234 / 6 = 39',
    { result: 39, passed: false, grade: null },
  ],
  [
    'no grade below a minimum',
    { ...vivaNeeds40, ...words },
    '80 80 80 80 80 39',
    '439 / 6 = 73.166…; 39 < 40',
    { result: 73.2, passed: false, grade: null, fails: ['viva'] },
  ],
  [
    'grades without a pass mark',
    {
      grades: [
        { from: 0, word: 'D' },
        { from: 50, word: 'C' },
      ],
    },
    '10 10 10 10 10 10',
    '60 / 6 = 10',
    { result: 10, grade: 'D' },
  ],

  // A student who moved: the same marks by the rule of the new batch.
  [
    'before the move',
    { ...weighed, ...pass },
    '80 70 60 90 75 65',
    '7200 of 100',
    { result: 72, passed: true },
  ],
  [
    'after the move',
    { ...bestThree, pass_mark: 77 },
    '80 70 60 90 75 65',
    '(240 + 140) / 5 = 76',
    { result: 76, passed: false, left_out: ['week-3'] },
  ],

  // Everything at once.
  [
    'every knob',
    {
      ...weighed,
      ...bestThree,
      ...words,
      ...aDay(5, 15),
      minimums: [
        { of: 'viva', marks: 40 },
        { of: 'weeks', marks: 45 },
      ],
    },
    '50 70+1 80 90+9 60 70',
    'weeks 50, 65, 80, 75: 220 / 3 = 73.33…; 2933.33… + 1800 + 2100 = 6833.33…',
    { ...gradeOf(68.3, 'First class'), left_out: ['week-1'] },
  ],
];

function gradeOf(result: number, grade: string): WorkedResult['says'] {
  return { result, passed: true, grade };
}

export const workedResults: WorkedResult[] = lines.map(([name, rule, marks, working, says]) => ({
  name,
  rule,
  marks,
  working,
  says,
}));
