import { tasks, type Task } from '#contract/dates';
import { checkRule, parts, type Grade, type Part, type ResultRule } from '#contract/results/rule';
import type { Fields, InvalidField } from '../../lib/forms/form-fields.ts';

const weightField = (task: Task) => `weight-${task}`;
const minimumField = (part: Part) => `minimum-${part}`;
export { minimumField, weightField };

const textOf = (value: number | null | undefined): string => (value == null ? '' : String(value));

/** A grade a line: `80 Distinction`. */
const linesOf = (grades: readonly Grade[]): string =>
  grades.map(({ from, word }) => `${from} ${word}`).join('\n');

/** As the form shows a rule. */
export function ruleFields({
  weights,
  best_weeks,
  pass_mark,
  minimums,
  late: lateness,
  decimals,
  grades,
}: ResultRule): Fields {
  return {
    ...Object.fromEntries(tasks.map((task) => [weightField(task), textOf(weights?.[task])])),
    ...Object.fromEntries(
      parts.map((part) => [minimumField(part), textOf(minimums.find(({ of }) => of === part)?.marks)]),
    ),
    best_weeks: textOf(best_weeks),
    pass_mark: textOf(pass_mark),
    late: lateness?.each ?? '',
    late_points: textOf(lateness?.points),
    late_most: textOf(lateness?.most),
    decimals: String(decimals),
    grades: linesOf(grades),
  };
}

/** Null for empty; NaN for what is no number. */
function numberIn(fields: Fields, name: string): number | null {
  const text = (fields[name] ?? '').trim();
  return text === '' ? null : Number(text);
}

function weightsIn(fields: Fields): ResultRule['weights'] {
  const typed = tasks.map((task) => [task, numberIn(fields, weightField(task))] as const);
  if (typed.every(([, weight]) => weight === null)) return null;
  return Object.fromEntries(typed.map(([task, weight]) => [task, weight ?? 0])) as Record<Task, number>;
}

function lateIn(fields: Fields): ResultRule['late'] {
  const each = fields['late'];
  if (each !== 'day' && each !== 'once') return null;
  const most = each === 'day' ? numberIn(fields, 'late_most') : null;
  return { points: numberIn(fields, 'late_points') ?? 0, each, most };
}

const gradeLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

function gradeIn(line: string): Grade {
  const [, from, word = ''] = /^\s*(\d+)\s*(.*)$/.exec(line) ?? [];
  return { from: from === undefined ? Number.NaN : Number(from), word: word.trim() };
}

/** Highest first, as it is stored. */
const gradesIn = (fields: Fields): Grade[] =>
  gradeLines(fields['grades'] ?? '')
    .map(gradeIn)
    .toSorted((one, other) => other.from - one.from);

export function ruleIn(fields: Fields): ResultRule {
  const minimums = parts.flatMap((of) => {
    const marks = numberIn(fields, minimumField(of));
    return marks === null ? [] : [{ of, marks }];
  });
  return {
    weights: weightsIn(fields),
    best_weeks: numberIn(fields, 'best_weeks') as ResultRule['best_weeks'],
    pass_mark: numberIn(fields, 'pass_mark'),
    minimums,
    late: lateIn(fields),
    decimals: (numberIn(fields, 'decimals') ?? 1) as ResultRule['decimals'],
    grades: gradesIn(fields),
  };
}

/** Where the form shows what is wrong with a member of the rule. */
function fieldAt(at: string, rule: ResultRule): string {
  const [member = '', index = ''] = at.split('.');
  if (member === 'weights') return weightField('week-1');
  if (member === 'minimums') return minimumField(rule.minimums[Number(index)]?.of ?? 'weeks');
  if (member === 'late') return index === 'most' ? 'late_most' : 'late_points';
  return member;
}

/** What is wrong with a typed rule, at the fields of the form. */
export function ruleProblems(fields: Fields): InvalidField[] {
  const wrong = gradeLines(fields['grades'] ?? '').find((line) => Number.isNaN(gradeIn(line).from));
  if (wrong !== undefined)
    return [
      {
        field: 'grades',
        message: `Begin each line with a number, as in “80 Distinction”. Not so: ${wrong.trim()}`,
      },
    ];
  const rule = ruleIn(fields);
  return checkRule(rule).map(({ at, message }) => ({ field: fieldAt(at, rule), message }));
}

/** Together, of 100; null where no weights are typed. */
export function sumOfWeights(fields: Fields): number | null {
  const weights = weightsIn(fields);
  return weights && tasks.reduce((sum, task) => sum + weights[task], 0);
}
