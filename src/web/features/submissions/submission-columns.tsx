import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/states.tsx';
import styles from './submission-columns.module.css';

/** Two columns: the form or receipt, and (below on narrow screens) the submissions so far. */
export function SubmissionColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className={styles['columns']}>
      <div className={styles['main']}>{children}</div>
      <aside>{side}</aside>
    </div>
  );
}

export function SubmissionSkeleton() {
  return (
    <SubmissionColumns side={<Skeleton height="20rem" />}>
      <Skeleton height="36rem" />
    </SubmissionColumns>
  );
}
