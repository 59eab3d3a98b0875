import { useState, type FormEvent } from 'react';
import { refusalOf } from '../field-errors.ts';
import { useRefusedForm } from './refused-form.ts';
import { useDraft } from './use-draft.ts';
import { useMutation } from './use-mutation.ts';
import { usePressKey } from './use-press-key.ts';

/** A form of the page that was posted and refused: the one whose field `act` says so. */
export function usePostedForm(act: string) {
  const refused = useRefusedForm();
  return refused?.values['act'] === act ? refused : undefined;
}

/**
 * A form of one text that is kept as a draft until it is sent: by its script, or posted to its page before that.
 * @param posted the form where it was posted and refused; the text's field is `text`
 * @param draft the key of the draft
 * @param about what else is sent with the text: with another one it is another press
 * @param send makes the call of a press with its Idempotency-Key; what is empty after trimming is not sent
 */
export function useTextForm(
  { posted, draft, about }: { posted: ReturnType<typeof usePostedForm>; draft: string; about: string },
  send: (text: string, idempotencyKey: string) => Promise<void>,
) {
  const [text, setText] = useDraft(draft, posted?.values['text'] ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  return {
    text,
    setText,
    isEmpty,
    isBusy,
    ...refusalOf(error, posted, { ...posted?.values, text, about }),
    submit(event: FormEvent): void {
      event.preventDefault();
      const typed = text.trim();
      setEmpty(typed === '');
      if (typed === '') return;
      void run(async () => {
        await send(typed, keyOf(`${about} ${typed}`));
        // The same words once more are another press.
        keyOf('');
        setText('');
      });
    },
  };
}
