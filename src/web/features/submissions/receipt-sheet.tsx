import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { ListedReceipt } from '#contract/submissions/calls';
import { focusFromTop } from '../../lib/focus-in-place.ts';
import { useSite } from '../../lib/page/site.ts';
import { useWholeTexts } from '../../lib/forms/use-whole-texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { DownloadReceipt } from './download-receipt.tsx';
import { printWhole } from './print-whole.ts';
import { ReceiptDetails } from './receipt-details.tsx';
import styles from './receipt-sheet.module.css';
import type { ReceiptOwner } from './read-submission-page.ts';

/** The confirmation of a submission: the server's message and the printable receipt. */
export function ReceiptSheet({
  answer,
  student,
  onAgain,
}: {
  answer: { message: string; receipt: ListedReceipt };
  student: ReceiptOwner;
  /** Back to the form for another submission; without it the form is at the screen's own address. */
  onAgain?: () => void;
}) {
  const { academy } = useSite();
  const { pathname } = useLocation();
  const { receipt, texts } = useWholeTexts(answer.receipt);
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => focusFromTop(message.current), []);
  return (
    <div className={styles['sheet']}>
      <div ref={message} tabIndex={-1} className={styles['message']}>
        <Notice tone="success" title={answer.message}>
          We have saved your work. You can submit again: every version is kept.
        </Notice>
      </div>
      <div className={styles['screenOnly']}>
        <ProgressBar label="Submitted" percent={100} />
      </div>
      <Card as="section">
        <header className={styles['head']}>
          <h2>Receipt</h2>
          <p>{academy.name}</p>
        </header>
        <ReceiptDetails receipt={receipt} texts={texts} student={student} />
      </Card>
      <div className={styles['actions']}>
        <ButtonLink to="/ProjectDashboard1">Back to the dashboard</ButtonLink>
        <Button variant="secondary" onClick={() => void printWhole(texts, () => window.print())}>
          Print receipt
        </Button>
        <DownloadReceipt number={receipt.number} variant="secondary" />
        <ButtonLink to={`/verify?number=${encodeURIComponent(receipt.number)}`} variant="quiet">
          Check this receipt
        </ButtonLink>
        {onAgain === undefined ? (
          <ButtonLink to={pathname} variant="quiet">
            Submit again
          </ButtonLink>
        ) : (
          <Button variant="quiet" onClick={onAgain}>
            Submit again
          </Button>
        )}
      </div>
    </div>
  );
}
