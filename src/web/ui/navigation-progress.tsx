import { useNavigation } from 'react-router';
import styles from './navigation-progress.module.css';

export function NavigationProgress() {
  return useNavigation().state === 'idle' ? null : <div className={styles['line']} aria-hidden="true" />;
}
