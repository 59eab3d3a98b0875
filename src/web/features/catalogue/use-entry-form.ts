import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { CallError } from '../../lib/calls/call-error.ts';
import { errorMessage } from '../../lib/calls/client.ts';
import { fieldsOf, type Fields } from '../../lib/forms/form-fields.ts';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { clearScreenMessage, tellScreen } from '../../lib/screen-message.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { fieldOfMessage } from '../../lib/field-errors.ts';
import { describeErrors, entryErrors, type Entry, type EntryKind } from './entry-fields.ts';

/**
 * The form of an entry of the catalogue, sent by its script or posted to its page: what it shows, and what a press does.
 * @param stored the entry that is changed; undefined for a new one
 * @param send makes the call, with the version that was seen
 * @param addressOf where the entry is from now on, which says that it is saved
 */
export function useEntryForm<E extends Entry>(
  act: EntryKind,
  stored: E | undefined,
  send: (fields: Fields, version: string | undefined, idempotencyKey: string) => Promise<E>,
  addressOf: (saved: E) => string,
) {
  const refused = useRefusedForm();
  const posted = refused?.values['act'] === act ? refused : undefined;
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const keyOf = usePressKey();
  // What others have made of it meanwhile, once that was shown; and the version that the next press is compared with.
  const [theirs, setTheirs] = useState((posted?.current as E | undefined) ?? null);
  const [seen, setSeen] = useState(theirs?.version ?? posted?.values['version'] ?? stored?.version);
  const [sent, setSent] = useState<Fields>(posted?.values ?? {});
  const submit = (form: HTMLFormElement): void => {
    const fields = fieldsOf(new FormData(form));
    setSent(fields);
    const { 'Idempotency-Key': _, ...content } = fields;
    clearScreenMessage();
    const sending = run(async () => {
      try {
        const saved = await send(fields, seen, keyOf(JSON.stringify([content, seen])));
        keyOf('');
        setTheirs(null);
        setSeen(saved.version);
        const to = addressOf(saved);
        tellScreen(stored === undefined ? `${act}-added` : 'entry-saved', to);
        await navigate(to, { replace: stored !== undefined, preventScrollReset: stored !== undefined });
        await revalidate();
      } catch (failure) {
        const current = failure instanceof CallError ? (failure.current as E | undefined) : undefined;
        if (current !== undefined) {
          setTheirs(current);
          setSeen(current.version);
        }
        throw failure;
      }
    });
    // The first field that is wrong, once it is marked as such.
    void sending.then(
      (isSaved) => !isSaved && setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()),
    );
  };
  const refusal = error === null ? posted?.failure.message : errorMessage(error);
  const all = error instanceof CallError ? error.fields : posted?.fields;
  const errors = entryErrors(all?.length ? all : fieldOfMessage(refusal), sent);
  const failure = describeErrors(errors) ?? refusal;
  return {
    submit,
    isBusy,
    /** What was typed into a form that was posted and refused; undefined for any other. */
    values: posted?.values,
    version: seen ?? '',
    theirs: failure === undefined ? null : theirs,
    failure,
    /** What is wrong with a field, as long as it says what was sent; undefined for nothing. */
    errorAt: (name: string, value: string) => ((sent[name] ?? '') === value ? errors[name] : undefined),
  };
}

export type EntryForm = ReturnType<typeof useEntryForm>;
