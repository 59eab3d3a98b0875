import { lateness, type Arrival } from '#contract/submissions/lateness';
import styles from './tasks.module.css';

/** ", late" after a time; nothing if on time. */
export function Late({ version }: { version: Arrival }) {
  const words = lateness(version);
  return words && <strong className={styles['late']}>{`, ${words}`}</strong>;
}
