import type { ReactNode } from 'react';
import styles from './banner.module.css';

/**
 * A fixed live region at the bottom of the window. It overlays the page, so that nothing moves when its text changes.
 * @param above what stands above the text, with live regions of its own
 */
export function Banner({ above, children }: { above?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles['region']}>
      {above}
      <div role="status">
        {children !== false && children !== undefined && <p className={styles['banner']}>{children}</p>}
      </div>
    </div>
  );
}
