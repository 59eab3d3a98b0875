import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { ListedReceipt } from '#contract/submissions/calls';
import { useSite } from '../../lib/page/site.ts';
import { useWholeTexts } from '../../lib/forms/use-whole-texts.ts';
import { listedLinks } from '../../ui/linked-text.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadReceipt } from './download-receipt.tsx';
import { printWhole } from './print-whole.ts';
import { ReceiptDetails } from './receipt-details.tsx';
import type { ReceiptOwner } from './read-submission-page.ts';
import styles from './version-list.module.css';

/** One version with its receipt to print, download and check. */
function Version({
  listed,
  student,
  isPrinted,
  onPrint,
}: {
  listed: ListedReceipt;
  student: ReceiptOwner;
  /** Whether it is being printed, alone. */
  isPrinted: boolean;
  onPrint: () => void;
}) {
  const { academy } = useSite();
  const { receipt, texts } = useWholeTexts(listed);
  return (
    <li data-printing={isPrinted || undefined}>
      <details>
        <summary className={styles['summary']}>
          <span>{`Version ${receipt.version}`}</span>
          <span className={styles['when']}>
            <TimeAgo value={receipt.submitted_at} />
            <span>{`${receipt.late ? ', late' : ''}${receipt.extended ? '; extended later' : ''}${receipt.made_for ? `, for ${receipt.made_for.p_name}` : ''}`}</span>
          </span>
        </summary>
        <div className={styles['receipt']}>
          <p className={styles['printHead']}>{`Receipt, ${academy.name}`}</p>
          <ReceiptDetails receipt={receipt} texts={texts} student={student} maxLinks={listedLinks} />
          <div className={styles['actions']}>
            <Button variant="secondary" small onClick={() => void printWhole(texts, onPrint)}>
              Print
            </Button>
            <DownloadReceipt number={receipt.number} variant="secondary" small />
            <Link to={`/verify?number=${encodeURIComponent(receipt.number)}`}>Check this receipt</Link>
          </div>
        </div>
      </details>
    </li>
  );
}

/** All versions of a task, newest first. */
export function VersionList({
  versions,
  student,
}: {
  versions: readonly ListedReceipt[];
  student: ReceiptOwner;
}) {
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
        <Version
          key={receipt.number}
          listed={receipt}
          student={student}
          isPrinted={receipt.number === printed}
          onPrint={() => print(receipt.number)}
        />
      ))}
    </ul>
  );
}
