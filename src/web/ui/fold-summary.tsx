import type { ReactNode } from 'react';
import styles from './fold-summary.module.css';

/** What unfolds a part of something, in small letters: for a `<details>` among other texts. */
export function FoldSummary({ children }: { children: ReactNode }) {
  return <summary className={styles['summary']}>{children}</summary>;
}
