import { describe, expect, it } from 'vitest';
import { defaultRule, type ResultRule } from '#contract/results/rule';
import { ruleFields, ruleIn, ruleProblems, sumOfWeights } from './rule-fields.ts';

const ofKerala: ResultRule = {
  weights: { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 40, viva: 20 },
  best_weeks: 3,
  pass_mark: 50,
  minimums: [
    { of: 'final', marks: 40 },
    { of: 'viva', marks: 35 },
    { of: 'weeks', marks: 40 },
  ],
  late: { points: 2.5, each: 'day', most: 10 },
  decimals: 2,
  grades: [
    { from: 80, word: 'Distinction' },
    { from: 60, word: 'First class' },
  ],
};

it.each([
  ['the portal’s own', defaultRule],
  ['one with every part', ofKerala],
  ['points that are lost once', { ...defaultRule, late: { points: 5, each: 'once', most: null } as const }],
  [
    'one with a task without weight',
    { ...defaultRule, weights: { ...ofKerala.weights, viva: 0, final: 60 } as never },
  ],
])('a rule is read from the fields that show it: %s', (_, rule) => {
  expect(ruleIn(ruleFields(rule))).toEqual(rule);
  expect(ruleProblems(ruleFields(rule))).toEqual([]);
});

describe('typed fields', () => {
  const typed = (fields: object) => ({ ...ruleFields(defaultRule), ...fields });

  it('an empty form is the portal’s own rule', () => expect(ruleIn({})).toEqual(defaultRule));

  it('empty weights beside others are 0, and the sum is shown', () => {
    const fields = typed({ 'weight-final': '60', 'weight-viva': '30' });
    expect([sumOfWeights(fields), sumOfWeights({})]).toEqual([90, null]);
    expect(ruleProblems(fields)).toEqual([
      { field: 'weight-week-1', message: 'The weights must be 100 together. They are 90.' },
    ]);
  });

  it('grades are stored highest first', () =>
    expect(ruleIn(typed({ grades: '60 First class\n\n 80  Distinction ' })).grades).toEqual([
      { from: 80, word: 'Distinction' },
      { from: 60, word: 'First class' },
    ]));

  it.each([
    [{ grades: 'Distinction 80' }, 'grades'],
    [{ pass_mark: '50.5' }, 'pass_mark'],
    [{ 'minimum-weeks': '101' }, 'minimum-weeks'],
    [{ late: 'day', late_points: '' }, 'late_points'],
    [{ late: 'day', late_points: '5', late_most: '2' }, 'late_most'],
    [{ pass_mark: '40', grades: '30 Third class' }, 'grades'],
  ])('%j is wrong at the field of %s', (fields, field) =>
    expect(ruleProblems(typed(fields)).map((one) => one.field)).toContain(field),
  );
});
