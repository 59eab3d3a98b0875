import { useEffect, useRef } from 'react';
import type { StaffSubmission } from '#contract/staff';
import { call } from '../../lib/client.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './marked-submission.module.css';
import { SaveError } from './save-error.tsx';
import { describeMarkVisibility } from './mark-visibility.ts';

/** Marks that are saved, who sees them, and the ways on: change them, or release them as they are. */
export function MarkedSubmission({
  row,
  isFresh,
  moves,
  onChange,
  onSaved,
}: {
  row: StaffSubmission & { marks: number };
  /** Saved a moment ago, which is said. */
  isFresh: boolean;
  /** How often what stands here has changed by the reader's doing: the button that was pressed may be gone. */
  moves: number;
  onChange: () => void;
  onSaved: (changed: StaffSubmission) => void;
}) {
  const { isBusy, error, run } = useMutation();
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (moves > 0) changeButton.current?.focus();
  }, [moves]);
  const release = () =>
    run(async () => {
      const body = { marks: row.marks, comments: row.mark_comments ?? '', released: true };
      const changed = await call('markSubmission', { params: { id: row.number }, body });
      onSaved(changed);
    });
  const seen = describeMarkVisibility(row);
  return (
    <div className={styles['marked']}>
      <dl className={styles['words']}>
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
      {isFresh ? (
        <Notice tone="success" title={row.released ? 'Saved and released' : 'Saved'}>
          {seen}
        </Notice>
      ) : (
        <p className={styles['seen']}>{seen}</p>
      )}
      {error !== null && <SaveError of={error} />}
      <div className={styles['actions']}>
        {!row.released && (
          <Button busy={isBusy} onClick={() => void release()}>
            Release
          </Button>
        )}
        <Button ref={changeButton} variant="secondary" onClick={onChange}>
          Change the marks
        </Button>
      </div>
    </div>
  );
}
