import { PageBody, SkeletonBar, type BrandMark } from './frame.tsx';
import { Skeleton } from './states.tsx';
import styles from './page-skeleton.module.css';

export function PageSkeleton({ brand }: { brand: BrandMark }) {
  return (
    <div className={styles['skeleton']}>
      <SkeletonBar brand={brand} />
      <main aria-busy="true">
        <PageBody>
          <h1 className="visually-hidden">Loading…</h1>
          <Skeleton height="2.5rem" width="min(24rem, 80%)" />
          <Skeleton height="8rem" />
          <Skeleton height="12rem" />
        </PageBody>
      </main>
    </div>
  );
}
