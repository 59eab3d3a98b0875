import type { ReactNode } from 'react';
import styles from './fold-card.module.css';

/** Folded at first, such as a form. */
export function FoldCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles['fold']}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
