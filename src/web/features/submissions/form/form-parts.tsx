import { useEffect } from 'react';
import type { CallFailure } from '../../../lib/calls/call-error.ts';
import { useSite } from '../../../lib/page/site.ts';
import { Button } from '../../../ui/button.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { WaitsNotice } from '../../accounts/waits-notice.tsx';
import { addFiles, foldersAreNotTaken, isPhoto, withoutFolders } from './packing/pack-rules.ts';
import { formatMax, type Pack } from './packing/use-pack.ts';
import styles from './submission-form.module.css';
import type { SubmissionState } from './use-submission.ts';

/** Points out a file over the limit early; the server decides. Several become one ZIP file. */
export function SubmissionFile({
  files,
  pack,
  onChange,
  disabled,
}: {
  files: readonly File[];
  /** Of these files. */
  pack: Pack;
  onChange: (files: readonly File[]) => void;
  disabled: boolean;
}) {
  const { maxUploadBytes } = useSite();
  const max = formatMax(maxUploadBytes);
  const file = files.length === 1 ? (files[0] as File) : null;
  const isLarge = file !== null && file.size > maxUploadBytes;
  return (
    <FileField
      label="File"
      name="files"
      hint={
        <>
          <span data-needs-script>
            {`Up to ${max}. Several files are sent as one ZIP. Photos in the ZIP are rotated correctly, large ones are made smaller, and their location data is removed.`}
          </span>
          {file !== null && isPhoto(file) && (
            <span>{' This photo is sent unchanged, with its location data.'}</span>
          )}
          <noscript>{`One file, up to ${max}. To send several, put them in one ZIP file.`}</noscript>
        </>
      }
      error={isLarge ? `This file is larger than ${max}. Choose a smaller one.` : pack.error}
      file={file}
      onChange={(next) => onChange(next === null ? [] : [next])}
      several={{
        list:
          pack.list.length === 0 ? null : (
            <PackedFiles
              pack={pack}
              disabled={disabled}
              onRemove={(removed) => onChange(files.filter((one) => one !== removed))}
            />
          ),
        onAdd(picked, items) {
          const added = withoutFolders(picked, items);
          // The smaller one that was asked for comes instead.
          onChange(addFiles(isLarge ? [] : files, added));
          return added.length < picked.length ? foldersAreNotTaken : '';
        },
      }}
      disabled={disabled}
    />
  );
}

function PackedFiles({
  pack,
  onRemove,
  disabled,
}: {
  pack: Pack;
  onRemove: (file: File) => void;
  disabled: boolean;
}) {
  return (
    <Stack gap={2}>
      <ul className={styles['files']}>
        {pack.list.map(({ file, name, bytes, isUnchangedPhoto }, index) => (
          <li key={index}>
            <span className={styles['file']}>
              <span>{name}</span>
              <Small as="span">{formatBytes(bytes)}</Small>
            </span>
            <Button
              variant="quiet"
              small
              disabled={disabled}
              aria-label={`Remove ${name}`}
              onClick={({ currentTarget }) => {
                currentTarget.form?.querySelector<HTMLElement>('input[type=file]')?.focus();
                onRemove(file);
              }}
            >
              Remove
            </Button>
            {isUnchangedPhoto && (
              <Small>This browser cannot remove this photo’s location, so it is sent unchanged.</Small>
            )}
          </li>
        ))}
      </ul>
      {/* Each step would be read out. */}
      <p className={styles['hint']} aria-live={pack.isReady ? 'polite' : 'off'}>
        {pack.summary}
      </p>
    </Stack>
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
      <Row gap={2}>
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
      </Row>
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
  if (isRetrying) return <WaitsNotice failure={failure} isKept={isKept} what="work" />;
  return (
    <Notice tone="error" title={failure.message}>
      {hasLostFile && <p>Your text is here. If you picked a file, please pick it again.</p>}
    </Notice>
  );
}
