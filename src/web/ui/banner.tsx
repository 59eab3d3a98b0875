import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** A region at the bottom of the window, over the page, so that nothing moves when something appears in it. */
export function Banner({ children }: { children: ReactNode }) {
  return <div className={styles['region']}>{children}</div>;
}
