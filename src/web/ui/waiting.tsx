import { PageBody } from './frame.tsx';
import { Skeleton } from './states.tsx';
import styles from './waiting.module.css';

/** A screen's outline while it is on its way: the bar's place, a heading's, some lines'. */
export function Waiting() {
  return (
    <div style={{ minHeight: '100vh' }}>
      <div className={styles['bar']} />
      <main aria-busy="true">
        <PageBody className={styles['lines']}>
          <p className="visually-hidden">Loading…</p>
          <Skeleton height="2.5rem" width="min(24rem, 80%)" />
          <Skeleton height="8rem" />
          <Skeleton height="12rem" />
        </PageBody>
      </main>
    </div>
  );
}
