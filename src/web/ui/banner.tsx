import type { ReactNode } from 'react';
import styles from './banner.module.css';

/** A fixed live region at the bottom of the window. It overlays the page, so that nothing moves when its text changes. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <div className={styles['region']} role="status">
      {children !== false && <p className={styles['banner']}>{children}</p>}
    </div>
  );
}
