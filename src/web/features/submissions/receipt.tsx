import { useId, useState } from 'react';
import { Link } from 'react-router';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { taskScreen } from '#contract/screens';
import type { ListedReceipt } from '#contract/submissions/calls';
import { declarationText } from '#contract/submissions/declaration';
import { onTime, punctuality } from '#contract/submissions/lateness';
import { focusFromTop } from '../../lib/focus.ts';
import { useWholeTexts, type WholeTexts } from '../../lib/use-whole-texts.ts';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import { useSite } from '../../lib/page/site.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatNumber } from '../../ui/format-number.ts';
import { FoldSummary, Row, Small } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Time } from '../../ui/time.tsx';
import { WholeTextLink } from '../../ui/whole-text-link.tsx';
import { Late } from './late.tsx';
import styles from './receipts.module.css';
import type { ReceiptOwner } from './submission-page.ts';

/** `texts` from `useWholeTexts`, null for a whole receipt; `maxLinks` of each text, in a list. */
type Shown = { receipt: ListedReceipt; texts: WholeTexts | null; maxLinks?: number };

export function ReceiptFacts({ receipt }: { receipt: ListedReceipt }) {
  const timing = punctuality(receipt);
  return (
    <dl className={styles['facts']}>
      <Fact name="Receipt number">
        <span className={styles['number']}>{receipt.number}</span>
      </Fact>
      <Fact name="Task">{`${taskLabel(receipt.task)}, version ${receipt.version}`}</Fact>
      <Fact name="Submitted">
        <Time value={receipt.submitted_at} isFull />
        <Late version={receipt} />
        {timing === onTime && <span>{`, ${onTime}`}</span>}
      </Fact>
    </dl>
  );
}

const foldedLines = 6;
/** In the narrowest column. */
const lineLetters = 40;

const isLong = (text: string) =>
  text.split('\n').reduce((lines, line) => lines + Math.ceil((line.length || 1) / lineLetters), 0) >
  foldedLines;

/** A long text is folded on the screen, never on paper. */
function SubmittedText({ text, texts, maxLinks }: Omit<Shown, 'receipt'> & { text: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (text === '') return <None />;
  const isFolded = isLong(text) && !isOpen && texts?.isWhole !== true;
  return (
    <>
      <div id={id} className={isFolded ? styles['folded'] : undefined}>
        <LinkedText text={text} maxLinks={maxLinks} />
      </div>
      {texts === null && isLong(text) && (
        <Button
          variant="quiet"
          small
          className={styles['more']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}

/** With the dates that were changed for it. */
export function SubmittedWork({ receipt, ...texts }: Shown) {
  const { file } = receipt;
  const declaration = declarationText(receipt);
  return (
    <dl className={styles['details']}>
      {receipt.due_at !== undefined && (
        <Fact name="Due">
          <Time value={receipt.due_at} isFull />
        </Fact>
      )}
      {receipt.extended && (
        <Fact name="Extension, given later">
          Until <Time value={receipt.extended.due_at} isFull />, given on{' '}
          <Time value={receipt.extended.granted_at} isFull />
        </Fact>
      )}
      {receipt.made_for && <Fact name="Made for">{`${receipt.made_for.p_name}, an earlier project`}</Fact>}
      {receipt.earlier_mark && (
        <Fact name="Mark for that project">
          <span>{`${receipt.earlier_mark.marks} out of 100`}</span>
          {receipt.earlier_mark.comments !== '' && (
            <Markdown text={receipt.earlier_mark.comments} html={receipt.earlier_mark.comments_html} />
          )}
        </Fact>
      )}
      <Fact name="Links">
        <SubmittedText text={receipt.links} {...texts} />
      </Fact>
      <Fact name="Comments">
        <SubmittedText text={receipt.comments} {...texts} />
      </Fact>
      {texts.texts !== null && (
        <Fact name="Long text">
          <WholeTextLink {...texts.texts} />
        </Fact>
      )}
      {declaration !== '' && (
        <Fact name="Declaration">
          <LinkedText text={declaration} />
        </Fact>
      )}
      <Fact name="File">
        {file === null ? (
          <None />
        ) : (
          <a href={fillPath(paths.readFile.path, { id: file.id })} download>
            {file.name}
          </a>
        )}
      </Fact>
    </dl>
  );
}

function exactSize(bytes: number): string {
  const exact = `${formatNumber(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1024 ? exact : `${exact} (${formatBytes(bytes)})`;
}

/** To the millisecond, as recorded by the server. */
function utcText(value: string): string {
  return value.replace('T', ' ').replace('Z', ' UTC');
}

/** For verification: folded on the screen, open on paper. */
export function TechnicalDetails({ receipt, student }: { receipt: ListedReceipt; student: ReceiptOwner }) {
  const { file, number } = receipt;
  // For print; known in the browser only.
  const portal = useIsHydrated() ? location.origin : '';
  return (
    <details className={styles['technical']}>
      <FoldSummary>Details</FoldSummary>
      <dl className={styles['details']}>
        <Fact name="Student">
          <span>{student.s_name}</span>
          <br />
          <span>{student.s_id}</span>
        </Fact>
        <Fact name="Recorded">
          <span className={styles['code']}>{utcText(receipt.submitted_at)}</span>
        </Fact>
        {file !== null && (
          <>
            <Fact name="Size">{exactSize(file.bytes)}</Fact>
            <Fact name="SHA-256">
              <span className={styles['code']}>{file.sha256}</span>
            </Fact>
          </>
        )}
      </dl>
      <Row gap={4} className={styles['screenOnly']}>
        <a
          href={fillPath(paths.readReceipt.path, { number })}
          download={`receipt-${number}.json`}
          className={styles['target']}
        >
          Download as JSON
        </a>
        <Link to={`/verify?number=${encodeURIComponent(number)}`} className={styles['target']}>
          Check this receipt
        </Link>
      </Row>
      <Small
        className={styles['printOnly']}
      >{`Anyone can check this receipt and its file at ${portal}/verify.`}</Small>
    </details>
  );
}

function None() {
  return <Small as="span">None</Small>;
}

/** Paper has whole texts: they are loaded first. On failure nothing is printed, and the receipt says why. */
export async function printWhole(texts: WholeTexts | null, print: () => void): Promise<void> {
  if (texts === null || texts.isWhole || (await texts.show())) print();
}

export function ReceiptSheet({
  answer,
  student,
  onAgain,
}: {
  answer: { message: string; receipt: ListedReceipt };
  student: ReceiptOwner;
  /** Back to the form; without it, by the form's address. */
  onAgain?: () => void;
}) {
  const { academy } = useSite();
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
            <ButtonLink to={taskScreen(receipt.task)} variant="secondary">
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
