import { useEffect } from 'react';
import { waitingReason, type CallFailure } from '../../../lib/calls/call-error.ts';
import { wakeOutbox } from '../../../lib/outbox/outbox.ts';
import { useSite } from '../../../lib/page/site.ts';
import { reauthenticate } from '../../../lib/session/reauth-prompt.ts';
import { Button } from '../../../ui/button.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { WaitsNotice } from '../../../ui/waits-notice.tsx';
import styles from './submission-form.module.css';
import type { SubmissionState } from './use-submission.ts';

/** Points out a file over the limit early; the server decides. */
export function SubmissionFile({
  file,
  onChange,
  disabled,
}: {
  file: File | null;
  onChange: (file: File | null) => void;
  disabled: boolean;
}) {
  const { maxUploadBytes } = useSite();
  const max = `${Math.floor(maxUploadBytes / 1024 / 1024)} MB`;
  const isLarge = file !== null && file.size > maxUploadBytes;
  return (
    <FileField
      label="File"
      name="files"
      hint={`One file, up to ${max}. To send several, put them in one ZIP file.`}
      error={isLarge && `This file is larger than ${max}. Choose a smaller one.`}
      file={file}
      onChange={onChange}
      disabled={disabled}
    />
  );
}

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

export function SubmissionError({
  failure,
  isRetrying,
  isKept,
  hasLostFile,
}: {
  failure: CallFailure;
  isRetrying: boolean;
  /** On the device. */
  isKept: boolean;
  /** Posted without script: the file did not come back. */
  hasLostFile: boolean;
}) {
  if (failure.code === 'cancelled') return <Notice>{failure.message}</Notice>;
  if (isRetrying && failure.status === 401)
    return (
      <Notice tone="error" title={failure.message}>
        <p>Your work is not submitted yet. It will be sent after you log in.</p>
        <Button
          variant="secondary"
          small
          onClick={() => void reauthenticate().then((done) => done && wakeOutbox())}
        >
          Login
        </Button>
      </Notice>
    );
  if (isRetrying) return <WaitsNotice {...waitingReason(failure)} isKept={isKept} />;
  return (
    <Notice tone="error" title={failure.message}>
      {hasLostFile && <p>Your text is here. If you picked a file, please pick it again.</p>}
    </Notice>
  );
}
