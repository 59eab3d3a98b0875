import { useCallback, useState } from 'react';
import type { StaffSubmission } from '#contract/staff';
import type { StaffView } from '#contract/staff-view';
import { errorMessage } from '../../lib/client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { SubmissionCard } from './submission-card.tsx';
import styles from './queue.module.css';
import { useQueue } from './use-queue.ts';

/** A batch's hand-ins, newest first, to be marked where they stand. */
export function Queue({
  view,
  first,
  who,
  onMarked,
}: {
  view: StaffView;
  first: readonly StaffSubmission[];
  /** Who marks: typed text is kept under that name. */
  who: string;
  /** A hand-in that had no marks has got some. */
  onMarked: () => void;
}) {
  const { rows, hasOlder, replace, showOlder } = useQueue(view, first);
  const { isBusy, error, run } = useMutation();
  const [news, setNews] = useState('');
  const saved = useCallback(
    (changed: StaffSubmission, before: StaffSubmission) => {
      replace(changed);
      if (before.marks === null) onMarked();
    },
    [replace, onMarked],
  );
  async function more(): Promise<void> {
    const count = await showOlder();
    setNews(count === 1 ? 'One older hand-in is shown.' : `${count} older hand-ins are shown.`);
  }
  return (
    <div className={styles['queue']}>
      <p role="status" className="visually-hidden">
        {news}
      </p>
      {rows.length === 0 && <EmptyQueue view={view} />}
      {rows.map((row) => (
        <Row key={row.number} row={row} who={who} onSaved={saved} />
      ))}
      {error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}
      {hasOlder && (
        <div>
          <Button variant="secondary" busy={isBusy} onClick={() => void run(more)}>
            Show older hand-ins
          </Button>
        </div>
      )}
    </div>
  );
}

/** Keeps what is handed to a card the same from one drawing to the next. */
function Row({
  row,
  who,
  onSaved,
}: {
  row: StaffSubmission;
  who: string;
  onSaved: (changed: StaffSubmission, before: StaffSubmission) => void;
}) {
  const saved = useCallback((changed: StaffSubmission) => onSaved(changed, row), [onSaved, row]);
  return <SubmissionCard row={row} who={who} onSaved={saved} />;
}
