import type { StaffBatch } from '#contract/marking/calls';
import { formatNumber } from '../../../ui/format-number.ts';

/** "All marked" only once every mark is released. */
export function markingState({
  submissions,
  unmarked,
  heldBack: unreleased,
}: Pick<StaffBatch, 'submissions' | 'unmarked' | 'heldBack'>): string {
  if (submissions === 0) return 'Nothing yet';
  const left = [
    ...(unmarked > 0 ? [`${formatNumber(unmarked)} to mark`] : []),
    ...(unreleased > 0 ? [`${formatNumber(unreleased)} not released`] : []),
  ];
  return left.length === 0 ? 'All marked' : left.join(', ');
}
