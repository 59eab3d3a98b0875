import { useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { formatBytes } from './format-bytes.ts';
import { Field } from './field.tsx';
import styles from './file-field.module.css';

/** A file input with drop zone; shows the file's name and size and a button that clears it. */
export function FileField({
  label,
  hint,
  error,
  name,
  file,
  onChange,
  disabled = false,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  name?: string;
  file: File | null;
  onChange: (file: File | null) => void;
  disabled?: boolean;
}) {
  const [isDragOver, setDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: File | null) => {
    // Dropped or cleared: the input must not go on showing another file name.
    if (input.current !== null && input.current.files?.[0] !== chosen) input.current.value = '';
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
            const dropped = event.dataTransfer.files[0];
            if (dropped !== undefined && !disabled) choose(dropped);
          }}
        >
          <input
            {...control}
            ref={input}
            type="file"
            name={name}
            disabled={disabled}
            className={styles['input']}
            data-chosen={file !== null || undefined}
            onChange={(event) => onChange(event.target.files?.[0] ?? null)}
          />
          {file !== null && (
            <div className={styles['chosen']}>
              <span className={styles['name']}>{file.name}</span>
              <span className={styles['size']}>{formatBytes(file.size)}</span>
              <Button variant="quiet" small disabled={disabled} onClick={() => choose(null)}>
                Remove the file
              </Button>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
