import type { Seats } from '#contract/projects/calls';
import { Small } from '../../ui/layout.tsx';

export function isFull({ seats_left }: Seats): boolean {
  return seats_left === 0;
}

/** Nothing without a limit. */
export function SeatsLeft({ project: { seats, seats_left } }: { project: Seats }) {
  if (seats === undefined || seats_left === undefined) return null;
  const text = `Seats: ${seats_left} of ${seats} left`;
  return <Small>{seats_left === 0 ? <strong>{text}</strong> : text}</Small>;
}
