import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { messages } from '#contract/messages';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { Task } from '#contract/dates';
import type { SubmitAnswer } from '../../../lib/outbox/queued-request.ts';
import { forgetParameter, replaceParameter } from '../../../lib/replace-parameter.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useReadNotices } from '../../../lib/unread-notices.ts';
import type { ShownTask } from '../../../lib/withheld-marks.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SubmissionForm, type SubmissionFormProps } from './submission-form.tsx';
import { ReceiptSheet } from '../receipt.tsx';
import { TaskBrief } from '../task-brief.tsx';
import type { Receipts } from '../submission-page.ts';

/** With the receipt (specification, section 8). */
function messageOf(task: Task): string {
  if (task === 'final') return messages.finalSubmitted;
  return task === 'viva' ? messages.vivaSubmitted : messages.weekSubmitted;
}

/** What a new version does to the mark. */
function MarkedAlready({
  task: { task, marks, marked_version },
  newest,
}: {
  task: ShownTask;
  newest: number;
}) {
  const isEarlier = marked_version !== null && marked_version < newest;
  const isMarked = `${taskLabel(task)} is marked${marks === null ? '' : ` ${marks} out of 100`}`;
  return (
    <Notice
      tone="warning"
      role="note"
      title={isEarlier ? `${isMarked}, for version ${marked_version}` : isMarked}
    >
      {`${
        isEarlier
          ? `Version ${newest} is not marked yet. If you submit again, your mentor marks version ${newest + 1} instead.`
          : `If you submit again, your mentor marks version ${newest + 1}.`
      } The new mark replaces this one and can be lower. Until then ${marks ?? 'this mark'} stays.`}
    </Notice>
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
  const { marks, version, isWithheld } = task;
  const newest = receipts.receipts.find((receipt) => receipt.task === task.task)?.version ?? version ?? 1;
  const isMarked = (marks !== null || isWithheld === true) && !task.earlier_project;
  return (
    <SubmissionForm
      {...form}
      task={task.task}
      about={
        <>
          <TaskBrief key={task.task} task={task} briefs={briefs} />
          {isMarked && <MarkedAlready task={task} newest={newest} />}
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
