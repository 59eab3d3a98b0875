import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { StaffSubmission } from '#contract/marking/calls';
import { useRequests } from '../../../lib/outbox/use-outbox.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { queueMark } from '../use-mark.ts';
import styles from './desk.module.css';
import { describeMarkVisibility } from '../marks.ts';
import { subjects } from '../../../lib/stored-names/offline.ts';

const shownMs = 10_000;

function titleOf(isReleased: boolean, isUndone: boolean, isRefused: boolean): string {
  if (isRefused) return 'Not withdrawn';
  if (isReleased) return 'Saved and released';
  return isUndone ? 'Withdrawn' : 'Saved';
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
  const [act] = useRequests(subjects.mark(row.number));
  const isSending = act?.state === 'waiting';
  const isKept = isHeld || isSending;
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
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Notice tone="success" title={titleOf(row.released, isUndone, act?.state === 'refused')}>
        <p>{describeMarkVisibility(row)}</p>
        <Row gap={3}>
          {row.released && (
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
        </Row>
      </Notice>
    </div>
  );
}
