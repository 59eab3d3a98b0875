import { limits } from '../limits.ts';
import { tasks, type Task } from '../dates.ts';
import { listed, nameOf } from './names.ts';
import { resultOf, type Parts, type Result } from './result.ts';
import { countsIn, weekTasks, type ResultRule } from './rule.ts';

export type Needed = { task: Task; marks: number };

export type Reach = {
  /** Open, and of weight. */
  open: Task[];
  /** The result with 0, and with 100, in all open tasks; null where nothing counts. */
  least: number | null;
  most: number | null;
  /** `certain`: with 0 in all open tasks. Null without a pass mark or minimum. */
  outlook: 'passed' | 'failed' | 'certain' | 'possible' | 'out_of_reach' | null;
  /** Whole marks, before the cost of lateness, that are enough together; only where `possible`. */
  needed: Needed[];
  sentence: string | null;
};

type MarksOf = (task: Task) => number;

/** Each open task that counts gets a mark. */
function filled(parts: Parts, open: readonly Task[], marksOf: MarksOf): Parts {
  const given = open.map((task) => {
    const part = parts[task];
    const days = 'late_days' in part ? part.late_days : 0;
    return [task, { status: 'marked', marks: marksOf(task), late_days: days }] as const;
  });
  return { ...parts, ...Object.fromEntries(given) };
}

/** The least whole marks with which it holds; it holds with more if it does with less. Over 100 for none. */
function leastMarks(holds: (marks: number) => boolean): number {
  let [from, to] = [0, limits.marksMax + 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** The minimums first; then the same marks in all open tasks, or what their minimum needs where that is more. */
function neededOf(rule: ResultRule, parts: Parts, open: readonly Task[]): Needed[] {
  const floors = new Map<Task, number>();
  const floor: MarksOf = (task) => floors.get(task) ?? 0;
  const resultWith = (marksOf: MarksOf) => resultOf(rule, filled(parts, open, marksOf));
  // Each task's own before the weeks', which counts on them.
  for (const { of } of rule.minimums.toSorted(
    (one, other) => Number(one.of === 'weeks') - Number(other.of === 'weeks'),
  )) {
    const own = open.filter((task) => (of === 'weeks' ? weekTasks.includes(task) : task === of));
    const atLeast = (marks: number) => (task: Task) =>
      own.includes(task) ? Math.max(marks, floor(task)) : floor(task);
    const least = leastMarks((marks) =>
      resultWith(atLeast(marks)).minimums.every((line) => line.of !== of || !line.fails),
    );
    for (const task of own) floors.set(task, Math.max(least, floor(task)));
  }
  const same = leastMarks((marks) => resultWith((task) => Math.max(marks, floor(task))).passed === true);
  return open.map((task) => ({ task, marks: Math.max(same, floor(task)) }));
}

function outlookOf(now: Result, worst: Result, best: Result): Reach['outlook'] {
  if (now.state === 'complete') return now.passed === null ? null : now.passed ? 'passed' : 'failed';
  if (best.passed === null) return null;
  return worst.passed === true ? 'certain' : best.passed ? 'possible' : 'out_of_reach';
}

/** @param parts released ones alone; all others are open */
export function reachOf(rule: ResultRule, parts: Parts): Reach {
  const open = tasks.filter((task) => countsIn(rule, task) && parts[task].status === 'open');
  const now = resultOf(rule, parts);
  const worst = resultOf(
    rule,
    filled(parts, open, () => limits.marksMin),
  );
  const best = resultOf(
    rule,
    filled(parts, open, () => limits.marksMax),
  );
  const outlook = outlookOf(now, worst, best);
  const needed = outlook === 'possible' ? neededOf(rule, parts, open) : [];
  const reach = { open, least: worst.result, most: best.result, outlook, needed };
  return { ...reach, sentence: sentenceOf(rule, reach, best) };
}

/** Why the best that can still be is not enough. */
function whyNot({ pass_mark }: ResultRule, { open }: Pick<Reach, 'open'>, best: Result): string {
  const isOver = open.length === 0;
  const failed = best.minimums.find(({ fails }) => fails);
  if (failed === undefined) {
    const has = isOver ? 'your result is' : 'you can reach at most';
    return `${has} ${best.result} of ${limits.marksMax}, and the pass mark is ${pass_mark}`;
  }
  const { of, marks, has } = failed;
  const isOpen = open.some((task) => task === of || (of === 'weeks' && weekTasks.includes(task)));
  return `you need at least ${marks} of ${limits.marksMax} in ${nameOf(of)}, and ${isOpen ? 'can reach at most' : 'you have'} ${has}`;
}

function enough(needed: readonly Needed[]): string {
  const some = needed.filter(({ marks }) => marks > 0);
  const [first] = some;
  const marksOf = ({ marks, task }: Needed) => `${marks} of ${limits.marksMax} in ${nameOf(task)}`;
  if (first === undefined || some.length === 1) return `To pass you need ${listed(some.map(marksOf))}.`;
  if (some.every(({ marks }) => marks === first.marks))
    return `You pass with ${first.marks} of ${limits.marksMax} in each of ${listed(some.map(({ task }) => nameOf(task)))}.`;
  return `You pass with ${listed(some.map(marksOf))}.`;
}

function sentenceOf(rule: ResultRule, reach: Omit<Reach, 'sentence'>, best: Result): string | null {
  const { outlook, open, needed, most } = reach;
  if (outlook === 'passed') return `You passed with ${most} of ${limits.marksMax}.`;
  if (outlook === 'failed') return `You did not pass: ${whyNot(rule, reach, best)}.`;
  if (outlook === 'certain') return `You pass with any marks in ${listed(open.map(nameOf))}.`;
  if (outlook === 'out_of_reach') return `You can no longer pass: ${whyNot(rule, reach, best)}.`;
  return outlook === 'possible' ? enough(needed) : null;
}
