import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { StaffSubmission } from '#contract/marking/calls';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { isUnkept } from '../../../lib/outbox/request-store.ts';
import { useRequests } from '../../../lib/outbox/use-outbox.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { Button } from '../../../ui/button.tsx';
import { queueMark } from '../queue-mark.ts';
import styles from './messages.module.css';
import { describeMarkVisibility } from '../marks.ts';
import { subjects } from '../../../lib/stored-names/offline.ts';

const shownMs = 10_000;

/** Says nothing more than that it waits: what the student sees is not known yet. */
function wordsOf(
  row: StaffSubmission,
  isUndone: boolean,
  request: QueuedRequest | undefined,
): [string, string] {
  const visibility = describeMarkVisibility(row);
  if (request?.state === 'waiting' && request.failure !== null)
    return isUnkept(request.id)
      ? ['Not sent yet', 'Leave this page open.']
      : ['Saved on this device', 'It will be sent automatically.'];
  if (request?.state === 'refused')
    return isUndone ? ['Not withdrawn', visibility] : ['Not saved', request.failure?.message ?? ''];
  if (row.released) return ['Saved and released', visibility];
  return [isUndone ? 'Withdrawn' : 'Saved', visibility];
}

/**
 * Shown for ten seconds, or longer while it has the focus or the pointer. Undo withdraws a release. Key it by
 * the submission.
 */
export function SavedToast({
  row,
  address,
  isUndone,
  onUndo,
  onClose,
}: {
  row: StaffSubmission;
  address: string;
  isUndone: boolean;
  onUndo: () => void;
  onClose: () => void;
}) {
  const [isHeld, setHeld] = useState(false);
  const [request] = useRequests(subjects.mark(row.number));
  const isSending = request?.state === 'waiting' && request.failure === null;
  const isKept = isHeld || isSending;
  const [title, words] = wordsOf(row, isUndone, request);
  useEffect(() => {
    if (isKept) return undefined;
    const timer = setTimeout(onClose, shownMs);
    return () => clearTimeout(timer);
  }, [isKept, onClose]);
  const back = useRef<HTMLAnchorElement>(null);
  const isWithdrawn = isUndone && !row.released;
  useEffect(() => {
    if (isWithdrawn) back.current?.focus({ preventScroll: true });
  }, [isWithdrawn]);
  const undo = () => {
    onUndo();
    const { marks, mark_comments } = row;
    if (marks === null) return;
    const mark = { marks, comments: mark_comments ?? '', released: false };
    void queueMark(row, mark, { address, newest: row.number });
  };
  return (
    <div
      className={styles['toast']}
      data-tone={request?.failure ? 'warning' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p role="status">
        <strong>{title}</strong>
        <span>{` ${words}`}</span>
      </p>
      {row.released && !request?.failure && (
        <Button small variant="secondary" busy={isSending} onClick={undo}>
          Undo
        </Button>
      )}
      <Link ref={back} to={address} preventScrollReset>
        {`Back to ${row.student.s_name}, ${taskLabel(row.task)}`}
      </Link>
      <Button small variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
