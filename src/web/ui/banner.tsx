import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** A quiet line at the foot of the window, over the page: nothing moves when it comes and goes. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div className={styles['place']} role="status">
      {children !== false && <p className={styles['banner']}>{children}</p>}
    </div>
  );
}
