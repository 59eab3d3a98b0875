import type { ComponentProps, ElementType, ReactNode } from 'react';
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
export function FoldCard({
  title,
  open = false,
  children,
}: {
  title: string;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={styles['fold']} open={open}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
