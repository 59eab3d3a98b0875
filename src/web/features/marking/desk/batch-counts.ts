import type { StaffBatch } from '#contract/marking/calls';
import { formatNumber } from '../../../ui/format-number.ts';

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** What of a batch is to be done: "All marked" only where every mark is released, too. */
export function markingState({
  submissions,
  unmarked,
  heldBack,
}: Pick<StaffBatch, 'submissions' | 'unmarked' | 'heldBack'>): string {
  if (submissions === 0) return 'Nothing yet';
  const left = [
    ...(unmarked > 0 ? [`${formatNumber(unmarked)} to mark`] : []),
    ...(heldBack > 0 ? [`${formatNumber(heldBack)} not released`] : []),
  ];
  return left.length === 0 ? 'All marked' : left.join(', ');
}
