import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { formatBytes } from './format-bytes.ts';
import { Field } from './field.tsx';
import styles from './field.module.css';

const oneIsSelected = (count: number, name: string): string =>
  `You dropped ${count} files, but only one can be sent. “${name}” is selected. To send several, pack them into one ZIP file.`;

/** A browser silently takes the first of several dropped files. @returns the message */
export function refuseSeveralFiles(event: DragEvent): string {
  const { length } = event.dataTransfer.files;
  if (length < 2) return '';
  event.preventDefault();
  return `You dropped ${length} files, but only one can be used. Drop one file.`;
}

export function FileField({
  label,
  hint,
  error,
  name,
  accept,
  file,
  onChange,
  disabled = false,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  name?: string;
  /** Offered by the picker. */
  accept?: string;
  file: File | null;
  onChange: (file: File | null) => void;
  disabled?: boolean;
}) {
  const [isDragOver, setDragOver] = useState(false);
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: File | null) => {
    // The input must not show another file's name.
    if (input.current !== null && input.current.files?.[0] !== chosen) input.current.value = '';
    setSaid('');
    onChange(chosen);
  };
  return (
    <Field<HTMLInputElement>
      label={label}
      hint={hint}
      error={error}
      onTyped={({ target }) => onChange(target.files?.[0] ?? null)}
    >
      {(control) => (
        <div
          className={styles['drop']}
          data-drag-over={isDragOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setDragOver(!disabled);
          }}
          onDragLeave={() => setDragOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setDragOver(false);
            const { files } = event.dataTransfer;
            const [dropped] = files;
            if (dropped === undefined || disabled) return;
            choose(dropped);
            if (files.length > 1) setSaid(oneIsSelected(files.length, dropped.name));
          }}
        >
          <input
            {...control}
            ref={input}
            type="file"
            name={name}
            accept={accept}
            disabled={disabled}
            className={styles['file']}
            data-chosen={file !== null || undefined}
            onChange={(event) => {
              setSaid('');
              onChange(event.target.files?.[0] ?? null);
            }}
          />
          {file !== null && (
            <div className={styles['chosen']}>
              <span className={styles['fileName']}>{file.name}</span>
              <span className={styles['fileSize']}>{formatBytes(file.size)}</span>
              <Button variant="quiet" small disabled={disabled} onClick={() => choose(null)}>
                Remove the file
              </Button>
            </div>
          )}
          <p aria-live="polite" className={said === '' ? 'visually-hidden' : undefined}>
            {said}
          </p>
        </div>
      )}
    </Field>
  );
}
