import type { ReactNode } from 'react';
import styles from './fold-summary.module.css';

/** For a `<details>` within other texts. */
export function FoldSummary({ children }: { children: ReactNode }) {
  return <summary className={styles['summary']}>{children}</summary>;
}
