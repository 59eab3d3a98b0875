import { useId, type ReactNode } from 'react';
import { Card } from './card.tsx';
import styles from './card.module.css';

export function FigureCard({
  title,
  figure,
  unit,
  children,
}: {
  title: ReactNode;
  figure: ReactNode;
  /** Smaller, after the figure. */
  unit?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className={styles['figureCard']}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <p className={styles['figure']}>
        <strong>{figure}</strong>
        {unit !== undefined && <span> {unit}</span>}
      </p>
      {children}
    </Card>
  );
}
