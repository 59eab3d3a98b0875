import { useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { byteSize } from './format-bytes.ts';
import { Field } from './field.tsx';
import styles from './file-field.module.css';

/** One file, picked or dropped; its name and size are shown, and it can be taken away again. */
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
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: File | null) => {
    // Chosen by dropping, or taken away: the input must not go on showing another name.
    if (input.current !== null && input.current.files?.[0] !== chosen) input.current.value = '';
    onChange(chosen);
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div
          className={styles['drop']}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(!disabled);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
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
              <span className={styles['size']}>{byteSize(file.size)}</span>
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
