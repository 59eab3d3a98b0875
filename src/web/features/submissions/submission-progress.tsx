import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './submission-form.module.css';
import type { SubmissionState } from './use-submission.ts';

const labels = { waiting: 'Waiting to send again', paused: 'Paused' };

/** Upload progress with Pause, Resume and Cancel. */
export function SubmissionProgress({
  state,
  isSaved,
  onPause,
  onResume,
  onCancel,
}: {
  state: SubmissionState;
  /** Whether it would resume after leaving the page; otherwise leaving asks first. */
  isSaved: boolean;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}) {
  useEffect(() => {
    if (isSaved) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeLeaving);
    return () => window.removeEventListener('beforeunload', askBeforeLeaving);
  }, [isSaved]);
  const { phase, fraction, canPause } = state;
  const sending = fraction < 1 ? 'Uploading' : 'Waiting for the receipt';
  return (
    <div className={styles['progress']}>
      <ProgressBar
        label={phase === 'waiting' || phase === 'paused' ? labels[phase] : sending}
        percent={fraction * 100}
      />
      <div className={styles['buttons']}>
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
