import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { Receipt } from '#contract/submissions';
import { useSite } from '../../lib/site.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadReceipt } from './download-receipt.tsx';
import { ReceiptDetails } from './receipt-details.tsx';
import type { ReceiptOwner } from './read-submission-page.ts';
import styles from './version-list.module.css';

/** All versions of a task, newest first, each with its receipt to print, download and check. */
export function VersionList({ versions, student }: { versions: readonly Receipt[]; student: ReceiptOwner }) {
  const { academy } = useSite();
  const [printed, setPrinted] = useState<string | null>(null);
  const print = (number: string): void => {
    // The print styles must be applied before the print dialog opens.
    flushSync(() => setPrinted(number));
    window.print();
    setPrinted(null);
  };
  return (
    <ul className={styles['versions']}>
      {versions.map((receipt) => (
        <li key={receipt.number} data-printing={receipt.number === printed || undefined}>
          <details>
            <summary className={styles['summary']}>
              Version {receipt.version}
              <span className={styles['when']}>
                <TimeAgo value={receipt.submitted_at} />
                {receipt.late && ', late'}
              </span>
            </summary>
            <div className={styles['receipt']}>
              <p className={styles['printHead']}>Receipt, {academy.name}</p>
              <ReceiptDetails receipt={receipt} student={student} />
              <div className={styles['actions']}>
                <Button variant="secondary" small onClick={() => print(receipt.number)}>
                  Print
                </Button>
                <DownloadReceipt number={receipt.number} variant="secondary" small />
                <Link to={`/verify?number=${encodeURIComponent(receipt.number)}`}>Check this receipt</Link>
              </div>
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
