import type { ReactNode } from 'react';
import styles from './fold-card.module.css';

/** A card that is folded until it is wanted, such as one with the form of an act. */
export function FoldCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles['fold']}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
