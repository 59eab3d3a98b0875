import type { FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from './call-error.ts';
import { errorMessage } from './client.ts';
import { fieldsOf, type Fields } from './form-fields.ts';
import { useRefusedForm } from './refused-form.ts';
import { tellScreen } from './screen-message.ts';
import { useMutation } from './use-mutation.ts';
import { usePressKey } from './use-press-key.ts';

/** A refusal in which the name that a field has on the wire gives way to its label: `until must be a day`. */
function inWordsOf(form: HTMLFormElement, message: string): string {
  const [, name = '', says = ''] = /^"?(\w+)"?,? ((?:must|can) .*)$/s.exec(message) ?? [];
  const field = name === '' ? null : form.elements.namedItem(name);
  const label =
    field instanceof HTMLElement && 'labels' in field ? (field as HTMLInputElement).labels?.[0] : undefined;
  return label?.textContent ? `${label.textContent.trim()}: ${says}.` : message;
}

/**
 * A form of the staff's that is sent by its script, or posted to its page before that: what it shows, and what a press does.
 * @param act names the form among those of its page, as its field `act` does
 * @param send makes the call of a press with its Idempotency-Key
 * @param done is said by the screen once it has succeeded, since the form may be gone by then; '' says nothing
 */
export function useStaffForm(
  act: string,
  send: (fields: Fields, idempotencyKey: string) => Promise<void>,
  done: string,
) {
  const refused = useRefusedForm();
  const posted = refused?.values['act'] === act ? refused : undefined;
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = fieldsOf(new FormData(form));
    const { 'Idempotency-Key': _, ...content } = fields;
    tellScreen('');
    void run(async () => {
      await send(fields, keyOf(JSON.stringify(content))).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        const { status, code, message, retryAfter } = error;
        throw new CallError(status, code, inWordsOf(form, message), retryAfter);
      });
      // The same words again are another act.
      keyOf('');
      form.reset();
      await revalidate();
      if (done !== '') tellScreen(done);
    });
  };
  return {
    submit,
    isBusy,
    /** What was typed into a form that was posted and refused. */
    values: posted?.values ?? {},
    failure: error === null ? posted?.failure.message : errorMessage(error),
  };
}
