import type { ComponentProps, ElementType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './layout.module.css';

/** `gap` is a step of the spacing scale in tokens.css. */
type Layout = ComponentProps<'div'> & { as?: ElementType; gap?: 1 | 2 | 3 | 4 | 5 | 6 };

export function Stack({ as: Element = 'div', gap = 4, className, ...rest }: Layout) {
  return <Element {...rest} className={classNames(styles['stack'], styles[`gap${gap}`], className)} />;
}

export function Row({ as: Element = 'div', gap = 3, className, ...rest }: Layout) {
  return <Element {...rest} className={classNames(styles['row'], styles[`gap${gap}`], className)} />;
}

export function Small({ as: Element = 'p', className, ...rest }: ComponentProps<'p'> & { as?: ElementType }) {
  return <Element {...rest} className={classNames(styles['small'], className)} />;
}

/** For a `<details>` within other texts. */
export function FoldSummary({ children }: { children: ReactNode }) {
  return <summary className={styles['summary']}>{children}</summary>;
}

/** Title and `children` on one line where there is room, so that the screen's work starts higher. */
export function ScreenHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles['head']}>
      <h1>{title}</h1>
      {children}
    </header>
  );
}
