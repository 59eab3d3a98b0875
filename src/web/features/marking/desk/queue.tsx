import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { staffAddress, type StaffView } from '#contract/marking/staff-view';
import { errorMessage } from '../../../lib/calls/client.ts';
import { subjects } from '../../../lib/outbox/queued-request.ts';
import { useRequests } from '../../../lib/outbox/use-outbox.ts';
import { taskLabel } from '../../../lib/task-label.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Day } from '../../../ui/time.tsx';
import { MarkState } from '../mark-state.tsx';
import styles from './queue.module.css';
import type { QueueItem } from './read-staff-page.ts';

function Item({ view, row, isOpen }: { view: StaffView; row: QueueItem; isOpen: boolean }) {
  const isWaiting = useRequests(subjects.mark(row.number)).length > 0;
  return (
    <li>
      <Link
        to={staffAddress({ ...view, open: row.number })}
        className={styles['item']}
        aria-current={isOpen ? 'true' : undefined}
        preventScrollReset
      >
        <span className={styles['name']}>{row.student.s_name}</span>
        {isWaiting ? <MarkState label="Not sent yet" /> : <MarkState row={row} />}
        <span className={styles['what']}>
          <span>{`${taskLabel(row.task)}${row.version > 1 ? `, version ${row.version}` : ''}, `}</span>
          <Day value={row.submitted_at} />
          {row.late && <strong className={styles['late']}> Late</strong>}
        </span>
      </Link>
    </li>
  );
}

/** A batch's submissions; each link opens one beside the list. */
export function Queue({
  view,
  rows,
  open,
  hasOlder,
  showOlder,
}: {
  view: StaffView;
  rows: readonly QueueItem[];
  /** The open receipt number. */
  open: string | null;
  hasOlder: boolean;
  /** @returns the submissions added */
  showOlder: () => Promise<readonly QueueItem[]>;
}) {
  const { isBusy, error, run } = useMutation();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const keepInSight = useEffectEvent((number: string | null) => {
    const box = list.current;
    const at = rows.findIndex((row) => row.number === number);
    const item = box?.querySelectorAll<HTMLElement>('a')[at];
    if (item === undefined || box === null) return;
    const above = item.offsetTop - box.scrollTop;
    const below = above + item.offsetHeight - box.clientHeight;
    if (above < 0) box.scrollTop += above;
    else if (below > 0) box.scrollTop += below;
  });
  // Scrolls the list only, not the page.
  useEffect(() => keepInSight(open), [open]);
  async function loadOlder(): Promise<void> {
    const { length } = await showOlder();
    setAnnouncement(length === 1 ? 'One more submission is shown.' : `${length} more submissions are shown.`);
  }
  if (rows.length === 0) return null;
  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <ol ref={list} className={styles['queue']} aria-label="Submissions">
        {rows.map((row) => (
          <Item key={row.number} view={view} row={row} isOpen={row.number === open} />
        ))}
        {hasOlder && (
          <li>
            <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
            <Button variant="secondary" small busy={isBusy} onClick={() => void run(loadOlder)}>
              Show more submissions
            </Button>
          </li>
        )}
      </ol>
    </>
  );
}
