import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './states.module.css';

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
      {children !== undefined && <div className={styles['text']}>{children}</div>}
      {action !== undefined && action !== false && <div className={styles['action']}>{action}</div>}
    </div>
  );
}

export const loadsAgain = 'The page tries again automatically.';

/** A failed load: the message and a retry button. */
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
      <div className={styles['text']}>{children}</div>
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

/** A placeholder of the size of the content (CSS lengths), and never wider than its place. */
export function Skeleton({ height = '1em', width = '100%' }: { height?: string; width?: string }) {
  return (
    <span
      aria-hidden="true"
      className={styles['skeleton']}
      style={{ height, width: `min(${width}, 100%)` }}
    />
  );
}
