import { useEffect, useRef } from 'react';
import type { Released } from '#contract/marking/release-calls';
import type { StaffSubmission } from '#contract/marking/calls';
import { focusFromTop } from '../../../lib/focus.ts';
import { Notice } from '../../../ui/notice.tsx';
import { countOf } from '../desk/batch-counts.ts';
import styles from './release.module.css';

export function ReleaseOutcome({
  of: { released, done, skipped },
  rows,
  takesFocus,
}: {
  of: Released;
  /** For names. */
  rows: readonly StaffSubmission[];
  takesFocus: boolean;
}) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) focusFromTop(notice.current);
  }, [takesFocus]);
  const marks = countOf(done.length, 'mark');
  const nameOf = (number: string) => rows.find((row) => row.number === number)?.student.s_name ?? number;
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice
        tone={done.length === 0 ? 'warning' : 'success'}
        title={released ? `${marks} released` : `${marks} withdrawn`}
      >
        {released && done.length > 0 && (
          <p>Students see them now and get an email in ten minutes. Until then you can withdraw them.</p>
        )}
        {!released && done.length > 0 && <p>Only staff see them now.</p>}
        {skipped.length > 0 && (
          <>
            <p>Not changed:</p>
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
