import { useId, type ReactNode, type ComponentProps, type ElementType } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

export function Card({
  as: Element = 'div',
  raised = false,
  className,
  ...rest
}: ComponentProps<'div'> & { as?: ElementType; raised?: boolean }) {
  return <Element {...rest} className={classNames(styles['card'], raised && styles['raised'], className)} />;
}

/** Folded at first, such as a form. */
export function FoldCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles['fold']}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

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
