import type { StaffBatch } from '#contract/marking/calls';
import { formatNumber } from '../../../ui/format-number.ts';

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** "All marked" only once every mark is released. */
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
