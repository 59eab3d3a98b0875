import { useLocation } from 'react-router';
import type { ListedReceipt } from '#contract/submissions/calls';
import { focusFromTop } from '../../lib/focus.ts';
import { useSite } from '../../lib/page/site.ts';
import { useWholeTexts } from '../../lib/forms/use-whole-texts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Row, Small } from '../../ui/layout.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { printWhole, ReceiptFacts, SubmittedWork, TechnicalDetails } from './receipt-details.tsx';
import type { ReceiptOwner } from './read-submission-page.ts';
import styles from './receipts.module.css';

export function ReceiptSheet({
  answer,
  student,
  onAgain,
}: {
  answer: { message: string; receipt: ListedReceipt };
  student: ReceiptOwner;
  /** Back to the form; without it, by the screen's own address. */
  onAgain?: () => void;
}) {
  const { academy } = useSite();
  const { pathname } = useLocation();
  const { receipt, texts } = useWholeTexts(answer.receipt);
  return (
    <Card as="section" raised className={styles['sheet']}>
      <p ref={focusFromTop} tabIndex={-1} className={styles['message']}>
        <Tick />
        <span>{answer.message}</span>
      </p>
      <div className={styles['screenOnly']}>
        <ProgressBar label="Submitted" percent={100} isQuiet />
      </div>
      <Row as="header" className={styles['head']}>
        <h2>Receipt</h2>
        <Small>{academy.name}</Small>
      </Row>
      <ReceiptFacts receipt={receipt} />
      <div className={styles['screenOnly']}>
        <div className={styles['actions']}>
          <Button variant="secondary" onClick={() => void printWhole(texts, () => window.print())}>
            Save as PDF
          </Button>
          {onAgain === undefined ? (
            <ButtonLink to={pathname} variant="secondary">
              Submit again
            </ButtonLink>
          ) : (
            <Button variant="secondary" onClick={onAgain}>
              Submit again
            </Button>
          )}
          <ButtonLink to="/ProjectDashboard1" variant="secondary">
            Back to the dashboard
          </ButtonLink>
        </div>
      </div>
      <SubmittedWork receipt={receipt} texts={texts} />
      <TechnicalDetails receipt={receipt} student={student} />
    </Card>
  );
}

function Tick() {
  return (
    <svg className={styles['tick']} width="32" height="32" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="10" />
      <path d="m5.8 10.4 2.8 2.8 5.6-5.9" />
    </svg>
  );
}
