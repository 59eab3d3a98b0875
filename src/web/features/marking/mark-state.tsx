import type { StaffSubmission } from '#contract/marking/calls';
import styles from './mark-state.module.css';
import { markState } from './mark-visibility.ts';

/** A marking-state label; `label` replaces its text. */
export function MarkState(props: { row: Pick<StaffSubmission, 'marks' | 'released'> } | { label: string }) {
  const state = 'label' in props ? props.label : markState(props.row);
  return (
    <span className={styles['state']} data-state={state}>
      {state}
    </span>
  );
}
