import { useNavigation } from 'react-router';
import styles from './navigation-progress.module.css';

/** A progress line along the top while a navigation is pending. */
export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <div className={styles['line']} aria-hidden="true" />;
}
