import { tasks, weekTask, weeks, type Task } from '../dates.ts';
import { limits } from '../limits.ts';

/** A task, or the four weeks together. */
export const parts = [...tasks, 'weeks'] as const;
export type Part = (typeof parts)[number];

export const weekTasks: readonly Task[] = weeks.map(weekTask);

export type Minimum = { of: Part; marks: number };
export type Grade = { from: number; word: string };

/** How a batch's results are made. As on the wire and as stored; frozen results hold it as text. */
export type ResultRule = {
  /** Whole numbers that are 100 together; null: tasks count the same. Those of excused tasks are left out. */
  weights: Record<Task, number> | null;
  /** So many of the weeks count; they share what the weeks count together. Null: all. */
  best_weeks: 1 | 2 | 3 | null;
  pass_mark: number | null;
  /** After what late work loses; of the weeks: the mean of those that count. */
  minimums: Minimum[];
  /** Lost from the task's mark: once, or for each day begun up to `most` (null: all of it). */
  late: { points: number; each: 'day' | 'once'; most: number | null } | null;
  /** Of the result. */
  decimals: 0 | 1 | 2;
  /** A passed result has the highest that it reaches. */
  grades: Grade[];
};

/** Version 0, of a batch without a rule of its own. */
export const defaultRule: ResultRule = {
  weights: null,
  best_weeks: null,
  pass_mark: null,
  minimums: [],
  late: null,
  decimals: 1,
  grades: [],
};

export const ruleLimits = {
  /** Of 100, whole. */
  weight: 100,
  /** Letters of a grade. */
  gradeWord: 40,
  grades: 10,
  /** Of points, at most so many decimals. */
  pointDecimals: 1,
} as const;

/** What is wrong, and at which member: `weights`, `late.points`, `minimums.0.marks`, `grades.1.word`. */
type RuleProblem = { at: string; message: string };

const isWhole = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

/** More than 0, and with one decimal at most. */
const isPoints = (value: number): boolean =>
  value > 0 && value <= limits.marksMax && Number(value.toFixed(ruleLimits.pointDecimals)) === value;

export const countsIn = ({ weights }: Pick<ResultRule, 'weights'>, part: Part): boolean =>
  weights === null || (part === 'weeks' ? weekTasks.some((week) => weights[week] > 0) : weights[part] > 0);

function checkWeights({ weights, best_weeks }: ResultRule): string | null {
  if (weights === null) return null;
  const all = tasks.map((task) => weights[task]);
  if (!all.every((weight) => isWhole(weight, 0, ruleLimits.weight)))
    return 'A weight must be a whole number from 0 to 100';
  const sum = all.reduce((one, other) => one + other, 0);
  if (sum !== ruleLimits.weight) return `The weights must be 100 together. They are ${sum}.`;
  if (best_weeks === null) return null;
  if (!countsIn({ weights }, 'weeks')) return 'The weeks have no weight, so the best of them cannot count';
  const first = weights['week-1'];
  return weekTasks.every((week) => weights[week] === first)
    ? null
    : 'Where the best weeks count, all weeks must have the same weight';
}

function* lateProblems({ late }: ResultRule): Generator<RuleProblem> {
  if (late === null) return;
  if (!isPoints(late.points))
    yield { at: 'late.points', message: 'Points must be more than 0, at most 100, with one decimal at most' };
  if (late.most === null) return;
  if (late.each === 'once')
    yield { at: 'late.most', message: 'Points that are lost once have no upper limit' };
  else if (!isPoints(late.most) || late.most < late.points)
    yield { at: 'late.most', message: 'The most that is lost cannot be less than for one day, or over 100' };
}

function* minimumProblems(rule: ResultRule): Generator<RuleProblem> {
  const seen = new Set<Part>();
  for (const [index, { of, marks }] of rule.minimums.entries()) {
    if (!isWhole(marks, 1, limits.marksMax))
      yield { at: `minimums.${index}.marks`, message: 'A minimum must be a whole number from 1 to 100' };
    if (seen.has(of)) yield { at: `minimums.${index}.of`, message: 'There is already a minimum for this' };
    else if (!countsIn(rule, of))
      yield { at: `minimums.${index}.of`, message: 'A part without weight cannot have a minimum' };
    seen.add(of);
  }
}

function* gradeProblems({ grades, pass_mark }: ResultRule): Generator<RuleProblem> {
  if (grades.length > ruleLimits.grades)
    yield { at: 'grades', message: `There can be at most ${ruleLimits.grades} grades` };
  const words = new Set<string>();
  const marks = new Set<number>();
  for (const [index, { from, word }] of grades.entries()) {
    if (!isWhole(from, 0, limits.marksMax))
      yield { at: `grades.${index}.from`, message: 'A grade must begin at a whole number from 0 to 100' };
    else if (marks.has(from)) yield { at: `grades.${index}.from`, message: `Two grades begin at ${from}` };
    else if (pass_mark !== null && from < pass_mark)
      yield { at: `grades.${index}.from`, message: 'A grade cannot begin below the pass mark' };
    const key = word.trim().toLowerCase();
    if (key === '') yield { at: `grades.${index}.word`, message: 'A grade needs a word' };
    else if (word.length > ruleLimits.gradeWord)
      yield {
        at: `grades.${index}.word`,
        message: `A grade can have at most ${ruleLimits.gradeWord} characters`,
      };
    else if (words.has(key)) yield { at: `grades.${index}.word`, message: 'Two grades have the same word' };
    marks.add(from);
    words.add(key);
  }
}

/** Beyond its shape, which the call's schema checks. Empty: the rule can be used. */
export function checkRule(rule: ResultRule): RuleProblem[] {
  const weights = checkWeights(rule);
  return [
    ...(weights === null ? [] : [{ at: 'weights', message: weights }]),
    ...(rule.pass_mark === null || isWhole(rule.pass_mark, 1, limits.marksMax)
      ? []
      : [{ at: 'pass_mark', message: 'The pass mark must be a whole number from 1 to 100' }]),
    ...minimumProblems(rule),
    ...lateProblems(rule),
    ...gradeProblems(rule),
  ];
}
