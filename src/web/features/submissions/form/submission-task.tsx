import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { messages } from '#contract/messages';
import type { Brief } from '#contract/projects/brief-calls';
import type { Task } from '#contract/dates';
import type { SubmitAnswer } from '../../../lib/outbox/act.ts';
import { forgetParameter, replaceParameter } from '../../../lib/replace-parameter.ts';
import { useReadNotices } from '../../../lib/unread-notices.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { MarkedAlready } from '../marked-already.tsx';
import { SubmissionForm, type SubmissionFormProps } from './submission-form.tsx';
import { ReceiptSheet } from '../receipt-sheet.tsx';
import styles from './submission-task.module.css';
import { TaskBrief } from '../task-brief.tsx';
import type { Receipts } from '../use-receipts.ts';

/** What the server says with the receipt (specification, section 8). */
function messageOf(task: Task): string {
  if (task === 'final') return messages.finalSubmitted;
  return task === 'viva' ? messages.vivaSubmitted : messages.weekSubmitted;
}

/** The submission form, replaced by the receipt after success; `?receipt=` in the address shows it again after a reload. */
export function SubmissionTask({
  standing,
  briefs = [],
  receipts,
  onHandedIn,
  ...form
}: Omit<SubmissionFormProps, 's_id' | 'task' | 'onReceipt' | 'onCancelled'> & {
  /** How the task stands that is handed in. */
  standing: ShownTask;
  /** What the project asks for; none where that is not loaded. */
  briefs?: readonly Brief[];
  receipts: Receipts;
  onHandedIn?: () => void;
}) {
  const [answered, setAnswered] = useState<(SubmitAnswer & { at: string }) | null>(null);
  const [isRepeat, setRepeat] = useState(false);
  const [search] = useSearchParams();
  // Another visit to the screen, such as to the next week, begins with its form.
  const { key } = useLocation();
  const answer = answered?.at === key ? answered : null;
  useReadNotices(receipts.student, `task:${standing.task}`);
  const posted = receipts.receipts.find(({ number }) => number === search.get('receipt'));
  if (answer !== null) {
    return (
      <ReceiptSheet
        answer={answer}
        student={receipts.student}
        onAgain={() => {
          setAnswered(null);
          setRepeat(true);
          forgetParameter('receipt');
        }}
      />
    );
  }
  if (posted !== undefined)
    return (
      <ReceiptSheet
        answer={{ message: messageOf(posted.task), receipt: posted }}
        student={receipts.student}
      />
    );
  const { task, marks, version, isWithheld } = standing;
  const newest = receipts.receipts.find((receipt) => receipt.task === task)?.version ?? version ?? 1;
  const isMarked = (marks !== null || isWithheld === true) && !standing.earlier_project;
  const before = (
    <div className={styles['before']}>
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {form.before}
      <TaskBrief key={task} task={standing} briefs={briefs} />
      {isMarked && <MarkedAlready task={standing} newest={newest} />}
    </div>
  );
  return (
    <SubmissionForm
      {...form}
      task={task}
      before={before}
      s_id={receipts.student.account}
      takesFocus={isRepeat || (form.takesFocus ?? false)}
      onReceipt={(next) => {
        receipts.add(next.receipt);
        onHandedIn?.();
        setAnswered({ ...next, at: key });
        replaceParameter('receipt', next.receipt.number);
      }}
      onCancelled={() => void receipts.refresh()}
    />
  );
}
