import { limits } from '../limits.ts';
import { tasks, type Task } from '../dates.ts';
import { asSentence, listed, nameOf } from './names.ts';
import { weekTasks, type ResultRule } from './rule.ts';

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const afterWeeks = ['final', 'viva'] as const;

/** The weeks, as one where they count alike. */
function bestWeeks({ best_weeks }: ResultRule): string | null {
  if (best_weeks === null) return null;
  return best_weeks === 1 ? 'your best week' : `your best ${best_weeks} weeks`;
}

function weightSentences(rule: ResultRule): string[] {
  const { weights } = rule;
  const best = bestWeeks(rule);
  const rest = afterWeeks.map(nameOf);
  if (weights === null)
    return [
      best === null
        ? `All six tasks count the same: ${listed(['the four weeks', ...rest])}.`
        : asSentence(`${listed([best, ...rest])} count the same`),
    ];
  const counts = (task: Task) => weights[task] > 0;
  const isSame = weekTasks.every((week) => weights[week] === weights['week-1']);
  const weight = (task: Task) => `${nameOf(task)} is ${weights[task]}`;
  const ofWeeks =
    best !== null
      ? [`${best} ${rule.best_weeks === 1 ? 'is' : 'together are'} ${4 * weights['week-1']}`]
      : isSame && counts('week-1')
        ? [`each week is ${weights['week-1']}`]
        : weekTasks.filter(counts).map(weight);
  const without = tasks.filter((task) => !counts(task));
  const isNoWeek = weekTasks.every((week) => without.includes(week));
  const left = isNoWeek
    ? ['the weeks', ...without.filter((task) => !weekTasks.includes(task)).map(nameOf)]
    : without.map(nameOf);
  return [
    `Of 100, ${listed([...ofWeeks, ...afterWeeks.filter(counts).map(weight)])}.`,
    ...(left.length === 0
      ? []
      : [asSentence(`${listed(left)} ${left.length > 1 || isNoWeek ? 'do' : 'does'} not count`)]),
  ];
}

function lateSentences({ late }: ResultRule): string[] {
  if (late === null) return ['Late work loses no marks.'];
  const lost = counted(late.points, 'mark');
  const most = late.most === null ? '' : `, ${late.most} at most`;
  return [
    late.each === 'once'
      ? `Late work loses ${lost}.`
      : `Late work loses ${lost} for each day after the due date${most}. A day that has begun counts.`,
    'An extension moves the due date, so it costs nothing.',
  ];
}

function passSentences({ pass_mark, minimums, best_weeks }: ResultRule): string[] {
  if (pass_mark === null && minimums.length === 0) return ['There is no pass mark.'];
  const of = minimums.map(({ of: part, marks }) => {
    const where = part === 'weeks' && best_weeks !== null ? 'the weeks that count' : nameOf(part);
    return `${marks} ${part === 'weeks' ? 'on average ' : ''}in ${where}`;
  });
  const least = of.length === 0 ? [] : [listed(of)];
  return pass_mark === null
    ? [`To pass you need at least ${least.join()}.`]
    : [
        `You pass with a result of ${pass_mark} or more.`,
        ...least.map((words) => `You also need at least ${words}.`),
      ];
}

function gradeSentences({ grades }: ResultRule): string[] {
  if (grades.length === 0) return [];
  const sorted = grades.toSorted((one, other) => other.from - one.from);
  return [`Grades: ${sorted.map(({ from, word }) => `${word} from ${from}`).join(', ')}.`];
}

const roundedTo = ['a whole number', 'one decimal', 'two decimals'] as const;

/** The rule as students read it, before the choice and on their grades. */
export function ruleSentences(rule: ResultRule): string[] {
  return [
    ...weightSentences(rule),
    `Marks are from ${limits.marksMin} to ${limits.marksMax}. Work that you do not submit and absence count 0.`,
    'A task that you are excused from does not count.',
    ...lateSentences(rule),
    ...passSentences(rule),
    ...gradeSentences(rule),
    `The result is rounded once, at the end, to ${roundedTo[rule.decimals]}. A half is rounded up.`,
    'It is incomplete until each task that counts has a released mark.',
  ];
}
