import { useCallback, useState } from 'react';
import type { StaffSubmission } from '#contract/staff';
import type { StaffView } from '#contract/staff-view';
import { errorMessage } from '../../lib/client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { SubmissionCard } from './submission-card.tsx';
import styles from './queue.module.css';
import { useQueue } from './use-queue.ts';

/** A batch's submissions, newest initialRows, marked in place. */
export function Queue({
  view,
  initialRows,
  userId,
  onMarked,
}: {
  view: StaffView;
  initialRows: readonly StaffSubmission[];
  /** The current user, for the keys of the drafts. */
  userId: string;
  /** Called when a submission was marked, with what stood there before. */
  onMarked: (changed: StaffSubmission, before: StaffSubmission) => void;
}) {
  const { rows, hasOlder, replace, showOlder } = useQueue(view, initialRows);
  const { isBusy, error, run } = useMutation();
  const [announcement, setAnnouncement] = useState('');
  const saved = useCallback(
    (changed: StaffSubmission, before: StaffSubmission) => {
      replace(changed);
      onMarked(changed, before);
    },
    [replace, onMarked],
  );
  async function loadOlder(): Promise<void> {
    const count = await showOlder();
    setAnnouncement(count === 1 ? 'One older hand-in is shown.' : `${count} older hand-ins are shown.`);
  }
  return (
    <div className={styles['queue']}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {rows.length === 0 && <EmptyQueue view={view} />}
      {rows.map((row) => (
        <Row key={row.number} row={row} userId={userId} onSaved={saved} />
      ))}
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      {hasOlder && (
        <div>
          <Button variant="secondary" busy={isBusy} onClick={() => void run(loadOlder)}>
            Show older hand-ins
          </Button>
        </div>
      )}
    </div>
  );
}

/** Keeps the card's props stable between renders, so that memoisation works. */
function Row({
  row,
  userId,
  onSaved,
}: {
  row: StaffSubmission;
  userId: string;
  onSaved: (changed: StaffSubmission, before: StaffSubmission) => void;
}) {
  const saved = useCallback((changed: StaffSubmission) => onSaved(changed, row), [onSaved, row]);
  return <SubmissionCard row={row} userId={userId} onSaved={saved} />;
}
