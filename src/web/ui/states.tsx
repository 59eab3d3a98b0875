import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './states.module.css';

/** Nothing here yet: why, and what to do about it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles['state']}>
      <h2>{title}</h2>
      {children !== undefined && <div className={styles['words']}>{children}</div>}
      {action !== undefined && action !== false && <div className={styles['action']}>{action}</div>}
    </div>
  );
}

/** It could not be loaded: in words, with a way to try again. */
export function ErrorState({
  title = 'This could not be loaded',
  children,
  onRetry,
  retryLabel = 'Try again',
}: {
  title?: ReactNode;
  children?: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
}) {
  return (
    <div role="alert" className={classNames(styles['state'], styles['error'])}>
      <h2>{title}</h2>
      <div className={styles['words']}>{children}</div>
      {onRetry && (
        <div className={styles['action']}>
          <Button variant="secondary" onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Keeps the place of what is on its way; give it the size of what will stand there (CSS lengths). */
export function Skeleton({ height = '1em', width = '100%' }: { height?: string; width?: string }) {
  return <span aria-hidden="true" className={styles['skeleton']} style={{ height, width }} />;
}
