import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorMessage } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { checkReceipt, whatIsMissing, type Checked } from './check-receipt.ts';
import { NoReceipt } from './read-receipt-file.ts';
import { Verdicts } from './verdicts.tsx';
import styles from './verify-form.module.css';

type FormError = { field: 'receipt' | 'file' | null; message: string };

function troubleOf(error: unknown): FormError {
  if (error instanceof NoReceipt) return { field: 'receipt', message: error.message };
  if (error instanceof DOMException)
    return { field: 'file', message: 'This file can no longer be read. Please pick it again.' };
  return { field: null, message: errorMessage(error) };
}

/** Receipt, number and file in; verdicts in plain words out. `number` is the one to begin with. */
export function VerifyForm({ number: first }: { number: string }) {
  const [receipt, setReceipt] = useState<File | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const number = typed ?? first;
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<FormError | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** What is on the screen must not vouch for something else than what is picked. */
  const changed = <T,>(set: (value: T) => void) => {
    return (value: T): void => {
      running.current?.abort();
      setShare(null);
      setChecked(null);
      setError(null);
      set(value);
    };
  };

  async function check(): Promise<void> {
    const given = { receipt, number, file };
    const missing = whatIsMissing(given);
    setChecked(null);
    setError(missing);
    if (missing !== null) return;
    const { signal } = (running.current = new AbortController());
    setShare(0);
    try {
      const result = await checkReceipt(given, (done) => !signal.aborted && setShare(done), signal);
      if (!signal.aborted) setChecked(result);
    } catch (error) {
      if (!signal.aborted) setError(troubleOf(error));
    }
    if (!signal.aborted) setShare(null);
  }

  const errorOf = (field: FormError['field']) => (error?.field === field ? error?.message : undefined);
  return (
    <>
      <Card raised>
        <form
          method="post"
          noValidate
          className={styles['form']}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault();
            if (share === null) void check();
          }}
        >
          <FileField
            label="Receipt"
            hint="The .json file that was downloaded beside the receipt."
            error={errorOf('receipt')}
            file={receipt}
            onChange={changed(setReceipt)}
          />
          {receipt === null && (
            <TextField
              label="Or the receipt number"
              hint={
                <>
                  As it stands on paper, such as <code>CAP-7K3M-92QX-W4TD-A8JH</code>.
                </>
              }
              value={number}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
              onChange={(event) => changed(setTyped)(event.target.value)}
            />
          )}
          <FileField
            label="The file that was handed in"
            hint="It stays on this device: only its fingerprint is compared."
            error={errorOf('file')}
            file={file}
            onChange={changed(setFile)}
          />
          {error !== null && (
            <Notice tone="error">
              <p>{error.message}</p>
            </Notice>
          )}
          {share !== null && file !== null && <ProgressBar label="Reading the file" percent={share * 100} />}
          <Button type="submit" busy={share !== null}>
            Check
          </Button>
        </form>
      </Card>
      {checked !== null && <Verdicts checked={checked} />}
    </>
  );
}
