import { useRef, useState, type ReactNode } from 'react';
import { useIsHydrated } from '../lib/page/page-time.ts';
import { Button } from './button.tsx';
import { formatBytes } from './format-bytes.ts';
import { Field } from './field.tsx';
import styles from './field.module.css';
import { useAnnouncement } from './notice.tsx';

const oneIsSelected = (count: number, name: string): string =>
  `You dropped ${count} files, but only one can be sent. “${name}” is selected. To send several, pack them into one ZIP file.`;

type Several = {
  /** Of the picked ones, instead of `file`; null for none. */
  list: ReactNode;
  /** Each pick adds to the others. @param items of what was dropped @returns a message */
  onAdd: (files: File[], items?: DataTransferItemList) => string;
};

export function FileField({
  label,
  hint,
  error,
  name,
  accept,
  file,
  onChange,
  several,
  disabled = false,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  name?: string;
  accept?: string;
  file: File | null;
  onChange: (file: File | null) => void;
  /** Takes several. Without a script the input takes one. */
  several?: Several;
  disabled?: boolean;
}) {
  const isHydrated = useIsHydrated();
  const [isDragOver, setDragOver] = useState(false);
  const [said, say] = useAnnouncement();
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: File | null, words = '') => {
    // The input must not show another file's name.
    if (input.current !== null && input.current.files?.[0] !== chosen) input.current.value = '';
    say(words);
    onChange(chosen);
  };
  const pick = (files: File[], items?: DataTransferItemList) => {
    if (several === undefined) return choose(files[0] ?? null);
    // A removed file can be picked again.
    if (input.current !== null) input.current.value = '';
    say(files.length > 0 ? several.onAdd(files, items) : '');
  };
  return (
    <Field<HTMLInputElement>
      label={label}
      hint={hint}
      error={error}
      onTyped={({ target }) => pick([...(target.files ?? [])])}
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
            const { files, items } = event.dataTransfer;
            const [dropped] = files;
            if (dropped === undefined || disabled) return;
            if (several !== undefined) return pick([...files], items);
            choose(dropped, files.length > 1 ? oneIsSelected(files.length, dropped.name) : '');
          }}
        >
          <input
            {...control}
            ref={input}
            type="file"
            name={name}
            accept={accept}
            multiple={isHydrated && several !== undefined}
            disabled={disabled}
            className={styles['file']}
            data-chosen={file !== null || several?.list != null || undefined}
            onChange={(event) => pick([...(event.target.files ?? [])])}
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
          {/* oxlint-disable-next-line capstone/text-stands-alone -- always an element */}
          {several?.list}
          <p aria-live="polite" className={said.words === '' ? 'visually-hidden' : undefined}>
            <span key={said.count}>{said.words}</span>
          </p>
        </div>
      )}
    </Field>
  );
}
