import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './submission-form.module.css';
import type { SubmissionState } from './use-submission.ts';

const labels = { waiting: 'Waiting to send again', paused: 'Paused' };

/** How far a hand-in is on its way, and the ways to hold it and to call it back. */
export function SubmissionProgress({
  state,
  isKept,
  onPause,
  onResume,
  onCancel,
}: {
  state: SubmissionState;
  /** Whether it would go on after leaving the page; otherwise leaving asks first. */
  isKept: boolean;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}) {
  useEffect(() => {
    if (isKept) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isKept]);
  const { phase, share, canPause } = state;
  const sending = share < 1 ? 'Uploading' : 'Waiting for the receipt';
  return (
    <div className={styles['progress']}>
      <ProgressBar
        label={phase === 'waiting' || phase === 'paused' ? labels[phase] : sending}
        percent={share * 100}
      />
      <div className={styles['ways']}>
        {phase === 'sending' && canPause && (
          <Button variant="secondary" small onClick={onPause}>
            Pause
          </Button>
        )}
        {phase === 'paused' && (
          <Button variant="secondary" small onClick={onResume}>
            Resume
          </Button>
        )}
        <Button variant="secondary" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className={styles['hint']}>Nothing is handed in before you see the receipt.</p>
    </div>
  );
}
