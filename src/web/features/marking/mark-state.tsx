import type { StaffSubmission } from '#contract/marking/calls';
import { markState } from './mark-visibility.ts';
import styles from './mark.module.css';

export function MarkState({ row }: { row: Pick<StaffSubmission, 'marks' | 'released'> }) {
  const state = markState(row);
  return (
    <span className={styles['state']} data-state={state}>
      {state}
    </span>
  );
}
