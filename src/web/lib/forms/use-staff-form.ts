import { useState, type FormEvent } from 'react';
import { useRevalidator } from 'react-router';
import { refusalOf } from '../field-errors.ts';
import { fieldsOf, type Fields } from './form-fields.ts';
import { useRefusedForm } from './refused-form.ts';
import { clearScreenMessage, tellScreen } from '../screen-message.ts';
import type { ScreenNotice } from '../screen-notices.ts';
import { useMutation } from './use-mutation.ts';
import { usePressKey } from './use-press-key.ts';

/**
 * A form of the staff's that is sent by its script, or posted to its page before that: what it shows, and what a press does.
 * @param act names the form among those of its page, as its field `act` does
 * @param send makes the call of a press with its Idempotency-Key
 * @param done is said by the screen once it has succeeded, since the form may be gone by then; null where it says so itself
 */
export function useStaffForm(
  act: string,
  send: (fields: Fields, idempotencyKey: string) => Promise<void>,
  done: ScreenNotice | null,
) {
  const refused = useRefusedForm();
  const posted = refused?.values['act'] === act ? refused : undefined;
  const [sent, setSent] = useState<Fields>(posted?.values ?? {});
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = fieldsOf(new FormData(form));
    const { 'Idempotency-Key': _, ...content } = fields;
    clearScreenMessage();
    setSent(fields);
    const sending = run(async () => {
      await send(fields, keyOf(JSON.stringify(content)));
      // The same words again are another act.
      keyOf('');
      form.reset();
      await revalidate();
      if (done !== null) tellScreen(done);
    });
    // The first field that is wrong, once it is marked as such.
    void sending.then(
      (isDone) => !isDone && setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus()),
    );
  };
  return {
    submit,
    isBusy,
    /** What was typed into a form that was posted and refused. */
    values: posted?.values ?? {},
    ...refusalOf(error, posted, sent),
  };
}
