import type { Receipt } from '#contract/submissions';
import { Ago } from '../../ui/ago.tsx';
import { ReceiptDetails } from './receipt-details.tsx';
import styles from './version-list.module.css';

/** Every version of a task, newest first, each opening to its receipt. */
export function VersionList({ versions }: { versions: readonly Receipt[] }) {
  return (
    <ul className={styles['versions']}>
      {versions.map((receipt) => (
        <li key={receipt.number}>
          <details>
            <summary className={styles['summary']}>
              Version {receipt.version}
              <span className={styles['when']}>
                <Ago value={receipt.submitted_at} />
                {receipt.late && ', late'}
              </span>
            </summary>
            <div className={styles['receipt']}>
              <ReceiptDetails receipt={receipt} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
