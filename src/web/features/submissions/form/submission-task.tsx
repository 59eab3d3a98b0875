import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { studentMessages } from '#contract/student-messages';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { Task } from '#contract/dates';
import type { SubmitAnswer } from '../../../lib/outbox/queued-request.ts';
import { forgetParameter, replaceParameter } from '../../../lib/replace-parameter.ts';
import { countingRecord, resultWords } from '../../../lib/record-words.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useReadNotices } from '../../../lib/unread-notices.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SubmissionForm, type SubmissionFormProps } from './submission-form.tsx';
import { ReceiptSheet } from '../receipt.tsx';
import { hasMark, SubmittedAlready, whatSubmittingDoes } from '../submitted-already.tsx';
import { TaskBrief } from '../task-brief.tsx';
import type { Receipts } from '../submission-page.ts';

/** With the receipt (specification, section 8). */
function messageOf(task: Task): string {
  if (task === 'final') return studentMessages.finalSubmitted;
  return task === 'viva' ? studentMessages.vivaSubmitted : studentMessages.weekSubmitted;
}

/** What the task has already, and what a new version does to its mark. */
function Already({ task }: { task: ShownTask }) {
  const { marks, marked_version } = task;
  const isEarlier = marked_version !== null && marked_version < (task.version ?? 1);
  const name = taskLabel(task.task);
  const isMarked =
    countingRecord(task) === undefined || task.isWithheld
      ? `${name} is marked${marks === null ? '' : ` ${marks} out of 100`}`
      : `${name}: ${resultWords(task)}`;
  return (
    <>
      <SubmittedAlready task={task} />
      {(hasMark(task) || task.frozen) && (
        <Notice
          tone="warning"
          role="note"
          title={
            !hasMark(task) ? undefined : isEarlier ? `${isMarked}, for version ${marked_version}` : isMarked
          }
        >
          {whatSubmittingDoes(task)}
        </Notice>
      )}
    </>
  );
}

/** The receipt replaces the form; `?receipt=` in the address shows it after a reload. */
export function SubmissionTask({
  task,
  briefs = [],
  receipts,
  onSubmitted,
  ...form
}: Omit<SubmissionFormProps, 's_id' | 'task' | 'about' | 'onReceipt' | 'onCancelled'> & {
  task: ShownTask;
  /** Empty where they are not loaded. */
  briefs?: readonly BriefWithRubric[];
  receipts: Receipts;
  onSubmitted?: () => void;
}) {
  const [answered, setAnswered] = useState<(SubmitAnswer & { at: string }) | null>(null);
  const [isRepeat, setRepeat] = useState(false);
  const [search] = useSearchParams();
  // Another visit, such as to the next week, begins with its form.
  const { key } = useLocation();
  const answer = answered?.at === key ? answered : null;
  useReadNotices(receipts.student, `task:${task.task}`);
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
  return (
    <SubmissionForm
      {...form}
      task={task.task}
      about={
        <>
          <TaskBrief key={task.task} task={task} briefs={briefs} />
          <Already task={task} />
        </>
      }
      s_id={receipts.student.account}
      takesFocus={isRepeat || (form.takesFocus ?? false)}
      onReceipt={(next) => {
        receipts.add(next.receipt);
        onSubmitted?.();
        setAnswered({ ...next, at: key });
        replaceParameter('receipt', next.receipt.number);
      }}
      onCancelled={() => void receipts.refresh()}
    />
  );
}
