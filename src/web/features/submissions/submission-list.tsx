import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { recordStatusLabels } from '#contract/marking/recorded';
import type { ListedReceipt } from '#contract/submissions/calls';
import { lateness } from '#contract/submissions/lateness';
import { useWholeTexts } from '../../lib/use-whole-texts.ts';
import { useSite } from '../../lib/page/site.ts';
import { countingRecord, resultWords } from '../../lib/record-words.ts';
import { taskLabel } from '../../lib/task-label.ts';
import type { ShownTask } from '../../lib/withheld-marks.ts';
import { Button } from '../../ui/button.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { listedLinks } from '../../ui/linked-text.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { Time } from '../../ui/time.tsx';
import { printWhole, ReceiptFacts, SubmittedWork, TechnicalDetails } from './receipt.tsx';
import styles from './receipts.module.css';
import type { ReceiptOwner, Receipts } from './submission-page.ts';

function TaskStateText({ task, newest }: { task: ShownTask; newest: ListedReceipt | undefined }) {
  if (task.state === 'locked')
    return (
      task.opens_at && (
        <>
          <span>Opens </span>
          <Time value={task.opens_at} />
        </>
      )
    );
  // Its receipts may be on an older page.
  const version = newest?.version ?? task.version;
  // The viva's screen names its deadline beside the countdown.
  const due = task.due_at !== null && task.task !== 'viva' && (
    <span>
      {'; due '}
      <Time value={task.due_at} />
    </span>
  );
  const record = countingRecord(task);
  if (record !== undefined && (version === null || task.earlier_project))
    return (
      <span>{`${recordStatusLabels[record.status]}${task.marks === null ? '' : ` · ${task.marks} out of 100`}`}</span>
    );
  if (version === null || task.earlier_project)
    return (
      <>
        <span>{`Open, not submitted${task.earlier_project ? ' for this project' : ''}`}</span>
        {due}
      </>
    );
  const isMarked = task.state === 'marked' && task.marks !== null;
  const isEarlier = task.marked_version !== null && task.marked_version !== version;
  const marked = isEarlier ? `version ${task.marked_version} is marked` : 'marked';
  const isRecorded = record !== undefined && !task.isWithheld;
  const marks = isRecorded
    ? ` · recorded: ${resultWords(task)}`
    : isMarked
      ? ` · ${marked}: ${task.marks} out of 100`
      : '';
  return <span>{`Version ${version} submitted${marks}`}</span>;
}

/** What a later room shows of a version. */
type OfVersion = (version: ListedReceipt) => ReactNode;

function Version({
  listed,
  student,
  more,
  isPrinted,
  onPrint,
}: {
  listed: ListedReceipt;
  student: ReceiptOwner;
  more: OfVersion | undefined;
  /** Alone. */
  isPrinted: boolean;
  onPrint: () => void;
}) {
  const { academy } = useSite();
  const { receipt, texts } = useWholeTexts(listed);
  const late = lateness(receipt);
  return (
    <li data-printing={isPrinted || undefined}>
      <details>
        <summary data-plain className={styles['summary']}>
          <span>{`Version ${receipt.version}`}</span>
          <Small as="span" className={styles['when']}>
            <TimeAgo value={receipt.submitted_at} />
            <span>{`${late === null ? '' : `, ${late}`}${receipt.made_for ? `, for ${receipt.made_for.p_name}` : ''}`}</span>
          </Small>
        </summary>
        <Stack gap={3} className={styles['receipt']}>
          <p className={styles['printHead']}>{`Receipt, ${academy.name}`}</p>
          <ReceiptFacts receipt={receipt} />
          <SubmittedWork receipt={receipt} texts={texts} maxLinks={listedLinks} />
          {more?.(listed)}
          <TechnicalDetails receipt={receipt} student={student} />
          <div className={styles['screenOnly']}>
            <Button variant="secondary" small onClick={() => void printWhole(texts, onPrint)}>
              Save as PDF
            </Button>
          </div>
        </Stack>
      </details>
    </li>
  );
}

/** Newest first. */
function VersionList({
  versions,
  student,
  more,
}: {
  versions: readonly ListedReceipt[];
  student: ReceiptOwner;
  more: OfVersion | undefined;
}) {
  const [printed, setPrinted] = useState<string | null>(null);
  const print = (number: string): void => {
    // Print styles apply before the dialog opens.
    flushSync(() => setPrinted(number));
    window.print();
    setPrinted(null);
  };
  return (
    <Stack as="ul" gap={1}>
      {versions.map((receipt) => (
        <Version
          key={receipt.number}
          listed={receipt}
          student={student}
          more={more}
          isPrinted={receipt.number === printed}
          onPrint={() => print(receipt.number)}
        />
      ))}
    </Stack>
  );
}

export function SubmissionList({
  tasks,
  receipts,
  more,
}: {
  tasks: readonly ShownTask[];
  receipts: Receipts;
  more?: OfVersion;
}) {
  return (
    <Stack as="section" className={styles['list']}>
      <h2>Your submissions</h2>
      <ul className={styles['tasks']}>
        {tasks.map((task) => {
          const versions = receipts.receipts.filter((receipt) => receipt.task === task.task);
          return (
            <li key={task.task} data-state={task.state}>
              <h3>{taskLabel(task.task)}</h3>
              <Small>
                <TaskStateText task={task} newest={versions[0]} />
              </Small>
              {versions.length > 0 && (
                <VersionList versions={versions} student={receipts.student} more={more} />
              )}
            </li>
          );
        })}
      </ul>
      <MoreButton more={receipts.more} small>
        Show older versions
      </MoreButton>
    </Stack>
  );
}
