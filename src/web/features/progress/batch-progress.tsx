import { useState } from 'react';
import { Link } from 'react-router';
import type { BatchProgress } from '#contract/progress/calls';
import { batchAddress, type BatchView } from '#contract/progress/batch-view';
import { errorMessage } from '../../lib/calls/client.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import styles from './batch-progress.module.css';
import { ArchList, ProgressTable } from './progress-list.tsx';
import { StateSign } from './student-arch.tsx';
import { stateWords } from './stone-words.ts';
import { useProgressPages } from './use-progress-pages.ts';

function countOf(count: number): string {
  return count === 1 ? 'One student' : `${formatNumber(count)} students`;
}

function Legend() {
  const states = ['locked', 'open', 'submitted', 'held-back', 'released'] as const;
  return (
    <ul className={styles['legend']} aria-label="Legend">
      {states.map((state) => (
        <li key={state}>
          <StateSign state={state} />
          <span>{stateWords[state]}</span>
        </li>
      ))}
      <li>
        <StateSign state="late" />
        Late
      </li>
    </ul>
  );
}

function NobodyHere({ batch, view, students }: { batch: string; view: BatchView; students: number }) {
  const isChosen = view.q !== '' || view.filter !== null || view.project !== null;
  if (!isChosen || students === 0) {
    return (
      <EmptyState title="No students yet">
        <p>{`Students who join ${batch} appear here.`}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No students found">
      <p>
        <span>{`No student of ${batch} matches. `}</span>
        <Link to={batchAddress(batch, { sort: view.sort, as: view.as })}>Show all students</Link>
      </p>
    </EmptyState>
  );
}

/** A batch's students as arches or as a table, page by page. Keyed by its load, it starts anew with each. */
export function BatchStudents({ view, first }: { view: BatchView; first: BatchProgress }) {
  const { name: batch, students } = first.batch;
  const { rows, hasMore, showMore } = useProgressPages(batch, view, first);
  const { isBusy, error, run } = useMutation();
  const [announcement, setAnnouncement] = useState('');
  async function loadMore(): Promise<void> {
    const count = await showMore();
    setAnnouncement(`${countOf(count)} more shown.`);
  }
  if (rows.length === 0) return <NobodyHere batch={batch} view={view} students={students} />;
  return (
    <div className={styles['students']}>
      <div className={styles['above']}>
        <p className={styles['shown']} role="status">
          <span>{hasMore ? `The first ${countOf(rows.length).toLowerCase()}` : countOf(rows.length)}</span>
          <span className="visually-hidden">{` ${announcement}`}</span>
        </p>
        <Legend />
      </div>
      {view.as === 'table' ? (
        <ProgressTable rows={rows} caption={`Students of ${batch} and their six tasks`} />
      ) : (
        <ArchList rows={rows} />
      )}
      <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
      {hasMore && (
        <div>
          <Button variant="secondary" busy={isBusy} onClick={() => void run(loadMore)}>
            Show more students
          </Button>
        </div>
      )}
    </div>
  );
}
