import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** Fixed to the window's bottom, so that nothing moves when it appears. */
export function Banner({ children }: { children: ReactNode }) {
  return <div className={styles['region']}>{children}</div>;
}
