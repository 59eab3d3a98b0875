import type { ReactNode } from 'react';
import { punctuality } from '#contract/dates';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { ListedReceipt } from '#contract/submissions/calls';
import { useIsHydrated } from '../../lib/page/page-time.ts';
import { taskLabel } from '../../lib/task-label.ts';
import type { WholeTexts } from '../../lib/forms/use-whole-texts.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Time } from '../../ui/time.tsx';
import { WholeTextLink } from '../../ui/whole-text-link.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import type { ReceiptOwner } from './read-submission-page.ts';
import styles from './receipt-details.module.css';

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function exactSize(bytes: number): string {
  const exact = `${formatNumber(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1024 ? exact : `${exact} (${formatBytes(bytes)})`;
}

/** An ISO instant in UTC to the millisecond, as recorded by the server. */
function utcText(value: string): string {
  return value.replace('T', ' ').replace('Z', ' UTC');
}

/**
 * All fields of a receipt.
 * @param texts as `useWholeTexts` has them; null for a receipt that came whole
 * @param maxLinks how many of each text, where the receipt is one of a list
 */
export function ReceiptDetails({
  receipt,
  texts,
  student,
  maxLinks,
}: {
  receipt: ListedReceipt;
  texts: WholeTexts | null;
  student: ReceiptOwner;
  maxLinks?: number;
}) {
  const { file } = receipt;
  // This portal's address, for print; known in the browser only.
  const portal = useIsHydrated() ? location.origin : '';
  return (
    <div className={styles['frame']}>
      <dl className={styles['details']}>
        <Row name="Receipt number">
          <span className={styles['code']}>{receipt.number}</span>
        </Row>
        <Row name="Student">
          <span>{student.s_name}</span>
          <br />
          <span>{student.s_id}</span>
        </Row>
        <Row name="Task">{`${taskLabel(receipt.task)}, version ${receipt.version}`}</Row>
        <Row name="Submitted">
          <Time value={receipt.submitted_at} />
          <br />
          <span className={styles['code']}>{utcText(receipt.submitted_at)}</span>
          <Punctuality receipt={receipt} />
        </Row>
        {receipt.due_at !== undefined && (
          <Row name="Due">
            <Time value={receipt.due_at} />
          </Row>
        )}
        {receipt.extended && (
          <Row name="Extension, given later">
            Until <Time value={receipt.extended.due_at} />, given on{' '}
            <Time value={receipt.extended.granted_at} />
          </Row>
        )}
        {receipt.made_for && <Row name="Made for">{`${receipt.made_for.p_name}, an earlier project`}</Row>}
        <Row name="Links">
          {receipt.links === '' ? <None /> : <LinkedText text={receipt.links} maxLinks={maxLinks} />}
        </Row>
        <Row name="Comments">
          {receipt.comments === '' ? <None /> : <LinkedText text={receipt.comments} maxLinks={maxLinks} />}
        </Row>
        {texts !== null && (
          <Row name="Long text">
            <WholeTextLink {...texts} />
          </Row>
        )}
        <Row name="File">
          {file === null ? (
            <None />
          ) : (
            <a href={fillPath(paths.readFile.path, { id: file.id })} download>
              {file.name}
            </a>
          )}
        </Row>
        {file !== null && (
          <>
            <Row name="Size">{exactSize(file.bytes)}</Row>
            <Row name="SHA-256">
              <span className={styles['code']}>{file.sha256}</span>
            </Row>
          </>
        )}
      </dl>
      <p
        className={styles['printOnly']}
      >{`Anyone can check this receipt and its file at ${portal}/verify.`}</p>
    </div>
  );
}

/** Late or on time, of a task that was due at some time. */
function Punctuality({ receipt }: { receipt: ListedReceipt }) {
  const said = punctuality(receipt);
  if (said === null) return null;
  return (
    <>
      <br />
      {receipt.late ? <strong className={styles['late']}>{said}</strong> : <span>{said}</span>}
    </>
  );
}

function None() {
  return <span className={styles['none']}>None</span>;
}
