import { useEffect } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './submission-form.module.css';
import type { SubmissionState } from './use-submission.ts';

function labelOf({ phase, fraction, isBehind }: SubmissionState): string {
  if (phase === 'paused') return 'Paused';
  if (phase === 'waiting') return isBehind ? 'Waiting for your earlier submission' : 'Waiting to send again';
  return fraction < 1 ? 'Uploading' : 'Waiting for the receipt';
}

export function SubmissionProgress({
  state,
  onPause,
  onResume,
  onCancel,
}: {
  state: SubmissionState;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}) {
  const { phase, fraction, canPause, isKept } = state;
  // Leaving asks first unless the device has saved it.
  useEffect(() => {
    if (isKept) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeLeaving);
    return () => window.removeEventListener('beforeunload', askBeforeLeaving);
  }, [isKept]);
  return (
    <div className={styles['progress']}>
      <ProgressBar label={labelOf(state)} percent={fraction * 100} />
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
      <p className={styles['hint']}>Your work is not submitted until you see the receipt.</p>
    </div>
  );
}
