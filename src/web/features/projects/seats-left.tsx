import type { Seats } from '#contract/projects/calls';
import styles from './seats-left.module.css';

/** Whether nobody can choose a project any more. */
export function isFull({ seats_left }: Seats): boolean {
  return seats_left === 0;
}

/** How many seats of a project are left; nothing where as many may choose it as come. */
export function SeatsLeft({ project: { seats, seats_left } }: { project: Seats }) {
  if (seats === undefined || seats_left === undefined) return null;
  return (
    <p
      className={styles['seats']}
      data-full={seats_left === 0 || undefined}
    >{`Seats: ${seats_left} of ${seats} left`}</p>
  );
}
