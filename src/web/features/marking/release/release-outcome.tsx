import { useEffect, useRef } from 'react';
import type { Released } from '#contract/marking/release-calls';
import type { StaffSubmission } from '#contract/marking/calls';
import { focusFromTop } from '../../../lib/focus-in-place.ts';
import { Notice } from '../../../ui/notice.tsx';
import { countOf } from '../desk/batch-counts.ts';
import styles from './release-list.module.css';

/** What became of a press: how many marks were released or taken back, and which were left as they are, and why. */
export function ReleaseOutcome({
  of: { released, done, skipped },
  rows,
  takesFocus,
}: {
  of: Released;
  /** The list that was pressed for, for the names. */
  rows: readonly StaffSubmission[];
  takesFocus: boolean;
}) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What was pressed is gone.
    if (takesFocus) focusFromTop(notice.current);
  }, [takesFocus]);
  const marks = countOf(done.length, 'mark');
  const nameOf = (number: string) => rows.find((row) => row.number === number)?.student.s_name ?? number;
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice
        tone={done.length === 0 ? 'warning' : 'success'}
        title={released ? `${marks} released` : `${marks} taken back`}
      >
        {released && done.length > 0 && (
          <p>The students see them now, and are mailed in ten minutes. Until then they can be taken back.</p>
        )}
        {!released && done.length > 0 && <p>They are held back again: only staff see them.</p>}
        {skipped.length > 0 && (
          <>
            <p>Left as they are:</p>
            <ul className={styles['skipped']}>
              {skipped.map(({ number, message }) => (
                <li key={number}>{`${nameOf(number)}: ${message}`}</li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  );
}
