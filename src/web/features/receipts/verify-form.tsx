import { useEffect, useRef, useState, type FormEvent } from 'react';
import { errorMessage } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { checkReceipt, findMissingField, type CheckResult } from './check-receipt.ts';
import { InvalidReceiptError } from './read-receipt-file.ts';
import { Verdicts } from './verdicts.tsx';
import styles from './verify-form.module.css';

type FormError = { field: 'receipt' | 'file' | null; message: string };

function toFormError(error: unknown): FormError {
  if (error instanceof InvalidReceiptError) return { field: 'receipt', message: error.message };
  if (error instanceof DOMException)
    return { field: 'file', message: 'This file can no longer be read. Please pick it again.' };
  return { field: null, message: errorMessage(error) };
}

/** Verifies a receipt, a file under a receipt number, or both. `number` is the initial receipt number. */
export function VerifyForm({ number: initialNumber }: { number: string }) {
  const [receipt, setReceipt] = useState<File | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const number = typed ?? initialNumber;
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<FormError | null>(null);
  const [result, setResult] = useState<CheckResult | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** Any change clears the result: it must not vouch for other input than it was computed from. */
  const resetOnChange = <T,>(set: (value: T) => void) => {
    return (value: T): void => {
      running.current?.abort();
      setProgress(null);
      setResult(null);
      setError(null);
      set(value);
    };
  };

  async function check(): Promise<void> {
    const input = { receipt, number, file };
    const missing = findMissingField(input);
    setResult(null);
    setError(missing);
    if (missing !== null) return;
    const { signal } = (running.current = new AbortController());
    setProgress(0);
    try {
      const newResult = await checkReceipt(
        input,
        (fraction) => !signal.aborted && setProgress(fraction),
        signal,
      );
      if (!signal.aborted) setResult(newResult);
    } catch (error) {
      if (!signal.aborted) setError(toFormError(error));
    }
    if (!signal.aborted) setProgress(null);
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
            if (progress === null) void check();
          }}
        >
          <FileField
            label="Receipt"
            hint="The .json file that was downloaded beside the receipt."
            error={errorOf('receipt')}
            file={receipt}
            onChange={resetOnChange(setReceipt)}
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
              onChange={(event) => resetOnChange(setTyped)(event.target.value)}
            />
          )}
          <FileField
            label="The file that was handed in"
            hint="It stays on this device: only its fingerprint is compared."
            error={errorOf('file')}
            file={file}
            onChange={resetOnChange(setFile)}
          />
          {error !== null && (
            <Notice tone="error">
              <p>{error.message}</p>
            </Notice>
          )}
          {progress !== null && file !== null && (
            <ProgressBar label="Reading the file" percent={progress * 100} />
          )}
          <Button type="submit" busy={progress !== null}>
            Check
          </Button>
        </form>
      </Card>
      {result !== null && <Verdicts result={result} />}
    </>
  );
}
