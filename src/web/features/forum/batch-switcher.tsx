import { ButtonLink } from '../../ui/button.tsx';
import styles from './batch-switcher.module.css';

/** For staff with several batches. */
export function BatchSwitcher({ batches, current }: { batches: readonly string[]; current: string | null }) {
  return (
    <nav aria-label="Your batches" className={styles['batches']}>
      {batches.map((batch) => (
        <ButtonLink
          key={batch}
          to={`/discussion/${encodeURIComponent(batch)}`}
          variant="choice"
          small
          aria-current={batch === current ? 'page' : undefined}
        >
          {batch}
        </ButtonLink>
      ))}
    </nav>
  );
}
