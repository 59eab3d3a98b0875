import { useEffect, useRef } from 'react';
import type { StaffSubmission } from '#contract/staff';
import { waitingReason } from '../../lib/call-error.ts';
import { call } from '../../lib/client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ResendNotice } from '../../ui/resend-notice.tsx';
import styles from './marked-submission.module.css';
import { SaveError } from './save-error.tsx';
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
  onSaved: (changed: StaffSubmission) => void;
}) {
  const { isBusy, error, run, waiting, stop } = useMutation();
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusCount > 0) changeButton.current?.focus();
  }, [focusCount]);
  const release = () =>
    run(async (send) => {
      const body = { marks: row.marks, comments: row.mark_comments ?? '', released: true };
      const changed = await send(() => call('markSubmission', { params: { id: row.number }, body }));
      onSaved(changed);
    });
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
        {waiting !== null && <ResendNotice {...waitingReason(waiting)} onStop={stop} />}
        {error !== null && <SaveError error={error} />}
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
                void release();
              }}
            >
              <input type="hidden" name="number" value={row.number} />
              <input type="hidden" name="marks" value={row.marks} />
              <input type="hidden" name="comments" value={row.mark_comments ?? ''} />
              <Button type="submit" name="released" value="yes" busy={isBusy}>
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
