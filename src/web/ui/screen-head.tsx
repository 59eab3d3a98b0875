import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** On one line where there is room: the screen's work comes first. */
export function ScreenHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles['head']}>
      <h1>{title}</h1>
      {children}
    </header>
  );
}
