import { tasks } from '#contract/dates';
import type { Counted, Parts } from '#contract/results/result';
import { defaultRule, type ResultRule } from '#contract/results/rule';

export const workedRule = (rule: Partial<ResultRule>): ResultRule => ({ ...defaultRule, ...rule });

const statuses: Record<string, Counted> = {
  A: { status: 'absent' },
  N: { status: 'not_submitted' },
  E: { status: 'excused' },
  '-': { status: 'open', late_days: 0 },
};

function countedOf(written: string): Counted {
  const known = statuses[written];
  if (known !== undefined) return known;
  const [marks, days] = written.replace('?', '').split('+');
  return {
    status: 'marked',
    marks: Number(marks),
    late_days: Number(days ?? 0),
    ...(written.endsWith('?') && { under_review: true }),
  };
}

/** Of `marks` as above. */
export function workedParts(marks: string): Parts {
  const written = marks.split(' ');
  return Object.fromEntries(tasks.map((task, index) => [task, countedOf(written[index] ?? '-')])) as Parts;
}
