import { tasks, type Task } from '../dates.ts';
import { asNumber, compare, exactly, minus, over, plus, rounded, times, zero, type Exact } from '../exact.ts';
import { countsIn, weekTasks, type Grade, type Minimum, type Part, type ResultRule } from './rule.ts';

/** What counts for a task: a released mark or record. `open`: neither; `late_days` of a version that was submitted. */
export type Counted = { under_review?: boolean } & (
  | { status: 'marked'; marks: number; late_days: number }
  | { status: 'not_submitted' | 'absent' | 'excused' }
  | { status: 'open'; late_days: number }
);
type CountedStatus = Counted['status'];
export type Parts = Record<Task, Counted>;

export type ResultLine = {
  task: Task;
  status: CountedStatus;
  /** 0 for not submitted and absent; null for excused and open. */
  marks: number | null;
  late_days: number;
  /** Lost to lateness. */
  late_cost: number;
  /** What counts: the marks less that. */
  counted: number | null;
  /** False: open, excused, without weight, or not among the best weeks. */
  counts: boolean;
  /** Whole, of the result's `weights`; 0 where it does not count. */
  weight: number;
  /** By the rule it never counts. */
  without_weight?: true | undefined;
  under_review: boolean;
};

type MinimumLine = {
  of: Part;
  marks: number;
  /** Of the weeks, as rounded as the result. Null: open, or excused. */
  has: number | null;
  fails: boolean;
};

export type Result = {
  /** `excused`: from all that counts. */
  state: 'complete' | 'incomplete' | 'excused';
  /** Null unless complete. */
  result: number | null;
  /** The mean of an incomplete one; null for no mark yet. */
  so_far: number | null;
  /** By the rounded result. Null unless complete, and without a pass mark or minimum. */
  passed: boolean | null;
  grade: string | null;
  /** Those of the lines together. */
  weights: number;
  lines: ResultLine[];
  minimums: MinimumLine[];
};

/** Marks less the cost of lateness. */
function afterLateness(rule: ResultRule, marks: number, days: number): Exact {
  const { late } = rule;
  if (late === null || days <= 0) return exactly(marks);
  const lost = times(exactly(late.points), BigInt(late.each === 'once' ? 1 : days));
  const most = late.most === null ? null : exactly(late.most);
  return minus(exactly(marks), most !== null && compare(lost, most) > 0 ? most : lost);
}

function valueOf(rule: ResultRule, part: Counted): Exact | null {
  if (part.status === 'marked') return afterLateness(rule, part.marks, part.late_days);
  return part.status === 'open' || part.status === 'excused' ? null : zero;
}

type Value = { task: Task; value: Exact };

/** The others do not count: the best weeks, the earlier of equal ones. */
function amongBest({ best_weeks }: ResultRule, valued: readonly Value[]): readonly Value[] {
  const ofWeeks = valued.filter(({ task }) => weekTasks.includes(task));
  if (best_weeks === null || ofWeeks.length <= best_weeks) return valued;
  const best = ofWeeks.toSorted((one, other) => compare(other.value, one.value)).slice(0, best_weeks);
  return valued.filter((one) => !ofWeeks.includes(one) || best.includes(one));
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** Whole weights of those that count: best weeks share what all four have. */
function weigh({ weights, best_weeks }: ResultRule, counting: readonly Value[]): Map<Task, number> {
  if (weights === null) return new Map(counting.map(({ task }) => [task, 1]));
  const isShared = (task: Task) => best_weeks !== null && weekTasks.includes(task);
  const sharing = counting.filter(({ task }) => isShared(task)).length;
  const shared = weekTasks.reduce((sum, week) => sum + weights[week], 0);
  const scale = sharing === 0 ? 1 : sharing / greatestDivisor(shared, sharing);
  return new Map(
    counting.map(({ task }) => [task, isShared(task) ? (shared * scale) / sharing : weights[task] * scale]),
  );
}

type Weighed = Value & { weight: number };

/** Null where nothing counts. */
function meanOf(weighed: readonly Weighed[]): Exact | null {
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return null;
  const sum = weighed.reduce((all, { value, weight }) => plus(all, times(value, BigInt(weight))), zero);
  return over(sum, BigInt(total));
}

const roundedOrNull = (value: Exact | null, { decimals }: ResultRule): number | null =>
  value && rounded(value, decimals);

type Values = ReadonlyMap<Task, Exact | null>;

/** Null while one of them is open, and where none counts. */
function weeksMean(rule: ResultRule, parts: Parts, weighed: readonly Weighed[]): number | null {
  const isOpen = weekTasks.some((week) => countsIn(rule, week) && parts[week].status === 'open');
  return isOpen ? null : roundedOrNull(meanOf(weighed.filter(({ task }) => weekTasks.includes(task))), rule);
}

/** A week has its minimum also where it is not among the best. */
function minimumLine({ of, marks }: Minimum, values: Values, ofWeeks: number | null): MinimumLine {
  const value = of === 'weeks' ? null : values.get(of);
  const has = of === 'weeks' ? ofWeeks : value ? asNumber(value) : null;
  return { of, marks, has, fails: has !== null && has < marks };
}

/** What a result was made of. */
export const partsOfLines = (lines: readonly ResultLine[]): Parts =>
  Object.fromEntries(
    lines.map(({ task, status, marks, late_days, under_review }): [Task, Counted] => {
      const review = under_review ? { under_review } : {};
      if (status === 'marked') return [task, { status, marks: marks ?? 0, late_days, ...review }];
      return [task, status === 'open' ? { status, late_days, ...review } : { status, ...review }];
    }),
  ) as Parts;

/** Null below all. */
export function gradeOf(grades: readonly Grade[], result: number): string | null {
  const reached = grades.filter(({ from }) => from <= result);
  return reached.toSorted((one, other) => other.from - one.from)[0]?.word ?? null;
}

/** The one function of results: of parts that the reader may see, exact, rounded once, half up. */
export function resultOf(rule: ResultRule, parts: Parts): Result {
  const needed = tasks.filter((task) => countsIn(rule, task));
  const values: Values = new Map(tasks.map((task) => [task, valueOf(rule, parts[task])]));
  const valued = needed.flatMap((task) => {
    const value = values.get(task);
    return value ? [{ task, value }] : [];
  });
  const counting = amongBest(rule, valued);
  const weights = weigh(rule, counting);
  const weighed = counting.map((one) => ({ ...one, weight: weights.get(one.task) ?? 0 }));
  const mean = roundedOrNull(meanOf(weighed), rule);
  const ofWeeks = weeksMean(rule, parts, weighed);
  const minimums = rule.minimums.map((minimum) => minimumLine(minimum, values, ofWeeks));

  const isOpen = needed.some((task) => parts[task].status === 'open');
  const state = isOpen ? 'incomplete' : mean === null ? 'excused' : 'complete';
  const result = state === 'complete' ? mean : null;
  const hasBar = rule.pass_mark !== null || minimums.length > 0;
  const passed =
    result !== null && hasBar
      ? result >= (rule.pass_mark ?? 0) && minimums.every(({ fails }) => !fails)
      : null;
  return {
    state,
    result,
    so_far: isOpen ? mean : null,
    passed,
    grade: result === null || passed === false ? null : gradeOf(rule.grades, result),
    weights: weighed.reduce((sum, { weight }) => sum + weight, 0),
    lines: tasks.map((task) => ({
      ...lineOf(task, parts[task], values.get(task) ?? null, weights.get(task)),
      ...(!needed.includes(task) && { without_weight: true as const }),
    })),
    minimums,
  };
}

function lineOf(task: Task, part: Counted, value: Exact | null, weight: number | undefined): ResultLine {
  const marks = part.status === 'marked' ? part.marks : value && 0;
  return {
    task,
    status: part.status,
    marks,
    late_days: 'late_days' in part ? part.late_days : 0,
    late_cost: marks === null || value === null ? 0 : asNumber(minus(exactly(marks), value)),
    counted: value && asNumber(value),
    counts: weight !== undefined,
    weight: weight ?? 0,
    under_review: part.under_review === true,
  };
}
