import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { PageBody, SkeletonBar, type BrandMark } from './frame.tsx';
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
    <div role="alert" className={styles['state']}>
      <NotLoadedIcon />
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

function NotLoadedIcon() {
  return (
    <svg className={styles['icon']} width="32" height="32" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7 18.5a4.5 4.5 0 0 1-.7-8.9M9.2 6.3A6 6 0 0 1 17.6 10a4.3 4.3 0 0 1 2.2 7.4M4 4l16 16" />
    </svg>
  );
}

/** As large as the content (CSS lengths), and never wider than its place. */
export function Skeleton({ height = '1em', width = '100%' }: { height?: string; width?: string }) {
  return (
    <span
      aria-hidden="true"
      className={styles['skeleton']}
      style={{ height, width: `min(${width}, 100%)` }}
    />
  );
}

export function ListSkeleton({ rows = 12 }: { rows?: number }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(styles['skeleton'], styles['rows'])}
      style={{ height: `${rows * 2.25}rem` }}
    />
  );
}

export function FormSkeleton() {
  return <span aria-hidden="true" className={classNames(styles['skeleton'], styles['fields'])} />;
}

/** @param isWide as the frame of staff */
export function PageSkeleton({ brand, isWide }: { brand: BrandMark; isWide: boolean }) {
  return (
    <div className={styles['page']} data-wide={isWide || undefined}>
      <SkeletonBar brand={brand} />
      <main aria-busy="true">
        <PageBody>
          <h1 className="visually-hidden">Loading…</h1>
          <Skeleton height="2.5rem" width="min(24rem, 80%)" />
          <ListSkeleton />
        </PageBody>
      </main>
    </div>
  );
}
