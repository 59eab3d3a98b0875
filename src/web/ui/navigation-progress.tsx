import { useNavigation } from 'react-router';
import styles from './navigation-progress.module.css';

/** A line along the top while the next screen is on its way: the sign, at once, that a press was heard. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <div className={styles['line']} aria-hidden="true" />;
}
