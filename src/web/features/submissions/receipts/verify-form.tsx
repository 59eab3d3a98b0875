import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../lib/calls/client.ts';
import type { RefusedForm } from '../../../lib/forms/form-action.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileField } from '../../../ui/file-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { NeedsScript, Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import {
  checkReceipt,
  findMissingField,
  type CheckResult,
  type LookedUp,
  InvalidReceiptError,
} from './check-receipt.ts';
import { Verdicts } from './verdicts.tsx';
import styles from './verify-form.module.css';

type FormError = { field: string | null; message: string };

function toFormError(error: unknown): FormError {
  if (error instanceof InvalidReceiptError) return { field: 'receipt', message: error.message };
  if (error instanceof DOMException)
    return { field: 'file', message: 'This file can no longer be read. Please pick it again.' };
  return { field: null, message: errorMessage(error) };
}

function postedError(posted: RefusedForm | LookedUp | undefined): FormError | null {
  if (posted === undefined || 'found' in posted) return null;
  const [field = null] = Object.keys(posted.errors);
  return { field, message: posted.failure.message };
}

function postedNumber(posted: RefusedForm | LookedUp | undefined): string | undefined {
  if (posted === undefined) return undefined;
  return 'found' in posted ? posted.found?.number : posted.values['number'];
}

/**
 * @param number the number that the field begins with
 * @param posted the result of a form posted before scripts ran
 */
export function VerifyForm({
  number,
  posted,
}: {
  number: string;
  posted?: RefusedForm | LookedUp | undefined;
}) {
  const [receipt, setReceipt] = useState<File | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState(() => postedError(posted));
  const [checks, setChecks] = useState(0);
  const [result, setResult] = useState<CheckResult | null>(() =>
    posted !== undefined && 'found' in posted ? posted.found : null,
  );
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** The result must not vouch for other input. */
  const resetOnChange = <T,>(set: (value: T) => void) => {
    return (value: T): void => {
      running.current?.abort();
      setProgress(null);
      setResult(null);
      setError(null);
      set(value);
    };
  };

  const form = useForm({
    keepsFields: true,
    isReady({ number = '' }) {
      if (progress !== null) return false;
      const missing = findMissingField({ receipt, number, file });
      setChecks((count) => count + 1);
      setError(missing);
      setResult(null);
      return missing === null;
    },
    async send({ fields: { number = '' } }) {
      const { signal } = (running.current = new AbortController());
      const onProgress = (fraction: number) => !signal.aborted && setProgress(fraction);
      setProgress(0);
      try {
        const newResult = await checkReceipt({ receipt, number, file }, onProgress, signal);
        if (!signal.aborted) setResult(newResult);
      } catch (error) {
        if (!signal.aborted) setError(toFormError(error));
      }
      if (!signal.aborted) setProgress(null);
    },
  });
  const errorOf = (field: FormError['field']) => (error?.field === field ? error?.message : undefined);
  return (
    <>
      <Card raised>
        <Form form={form} noValidate className={styles['form']}>
          <FileField
            label="Receipt or other signed file"
            hint="Its .json file, not a PDF or a photo."
            error={errorOf('receipt')}
            file={receipt}
            onChange={resetOnChange(setReceipt)}
          />
          <NeedsScript>
            Checking a file needs JavaScript. Without it you can only look up a receipt number.
          </NeedsScript>
          {receipt === null && (
            <TextField
              label="Or the receipt number"
              hint={
                <span>
                  As printed on the receipt, such as <code>CAP-7K3M-92QX-W4TD-A8JH</code>.
                </span>
              }
              name="number"
              // Not controlled: text typed before the script stays.
              defaultValue={typed ?? postedNumber(posted) ?? number}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
              onChange={(event) => resetOnChange(setTyped)(event.target.value)}
            />
          )}
          <FileField
            label="The submitted file"
            hint="Your file is not uploaded."
            error={errorOf('file')}
            file={file}
            onChange={resetOnChange(setFile)}
          />
          <MessageRoom>
            {error !== null && (
              <Notice key={checks} tone="error">
                <p>{error.message}</p>
              </Notice>
            )}
          </MessageRoom>
          <Button type="submit" busy={progress !== null}>
            Check
          </Button>
          {progress !== null && file !== null && (
            <ProgressBar label="Reading the file" percent={progress * 100} />
          )}
        </Form>
      </Card>
      {result !== null && <Verdicts result={result} />}
    </>
  );
}
