import { useEffect, useRef } from 'react';
import type { StaffSubmission } from '#contract/staff';
import { Button } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './marked-submission.module.css';
import { MarkWaiting } from './mark-waiting.tsx';
import { originalOf, seenMark } from './original-mark.ts';
import { useMark } from './use-mark.ts';
import { describeMarkVisibility } from './mark-visibility.ts';

/** Saved marks, who sees them, and the actions: change or release. */
export function MarkedSubmission({
  row,
  isJustSaved,
  focusCount,
  onChange,
  onSaved,
}: {
  row: StaffSubmission & { marks: number };
  /** Saved a moment ago: shows a notice. */
  isJustSaved: boolean;
  /** Counts switches between form and marks: each moves the focus here, as the pressed button may be gone. */
  focusCount: number;
  onChange: () => void;
  onSaved: (changed: StaffSubmission, isOwn: boolean) => void;
}) {
  const mark = useMark(row, onSaved);
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusCount > 0) changeButton.current?.focus();
  }, [focusCount]);
  const release = () => mark.save({ marks: row.marks, comments: row.mark_comments ?? '', released: true });
  const visibility = describeMarkVisibility(row);
  return (
    <div className={styles['marked']}>
      <dl className={styles['details']}>
        <div>
          <dt>Marks</dt>
          <dd className={styles['marks']}>{row.marks} out of 100</dd>
        </div>
        <div>
          <dt>Comment for {row.student.s_name}</dt>
          <dd>
            {row.mark_comments ? (
              <LinkedText text={row.mark_comments} />
            ) : (
              <span className={styles['none']}>None</span>
            )}
          </dd>
        </div>
      </dl>
      <MessageRoom>
        <MarkWaiting of={mark} />
      </MessageRoom>
      <div className={styles['foot']}>
        {isJustSaved ? (
          <Notice tone="success" title={row.released ? 'Saved and released' : 'Saved'}>
            {visibility}
          </Notice>
        ) : (
          <p className={styles['visibility']}>{visibility}</p>
        )}
        <div className={styles['actions']}>
          {!row.released && (
            <form
              method="post"
              onSubmit={(event) => {
                event.preventDefault();
                if (mark.body === null) void release();
              }}
            >
              <input type="hidden" name="number" value={row.number} />
              <input type="hidden" name="marks" value={row.marks} />
              <input type="hidden" name="comments" value={row.mark_comments ?? ''} />
              <input type="hidden" name="original" value={originalOf(seenMark(row))} autoComplete="off" />
              <Button type="submit" name="released" value="yes" busy={mark.isBusy}>
                Release
              </Button>
            </form>
          )}
          <Button ref={changeButton} variant="secondary" onClick={onChange}>
            Change the marks
          </Button>
        </div>
      </div>
    </div>
  );
}
