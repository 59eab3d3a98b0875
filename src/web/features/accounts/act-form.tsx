import { useState, type ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { errorMessage } from '../../lib/calls/client.ts';
import type { RefusedForm } from '../../lib/forms/form-action.ts';
import { fieldsOf, type Fields, type InvalidField } from '../../lib/forms/form-fields.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusField } from './own-account/account-form.tsx';
import styles from './act-form.module.css';
import { FormAlert } from './form-alert.tsx';
import { postedErrors, useFormErrors } from './use-form-errors.ts';

/** The form of an act that was posted to the page without its script and refused; undefined for any other. */
export function useRefusedAct(act: string): RefusedForm | undefined {
  const refused = useRefusedForm();
  return refused?.values['act'] === act ? refused : undefined;
}

/**
 * One of the forms of the account's screen. Before its script it is posted to the screen, whose action knows it by `act`;
 * with it the call is made in place, and the screen's data are loaded anew.
 */
export function ActForm({
  act,
  button,
  variant = 'secondary',
  check = () => [],
  send,
  children,
}: {
  act: string;
  button: string;
  variant?: 'primary' | 'secondary' | 'danger';
  /** The failed checks, in the order of the fields. */
  check?: (fields: Fields) => InvalidField[];
  /** Makes the call; what it returns is told. */
  send: (fields: Fields, key: string) => Promise<ReactNode>;
  /** The fields; `errorOf` is what is wrong with one of them, `initial` what a refused form brings back. */
  children?: (errorOf: (field: string) => string | undefined, initial: Fields) => ReactNode;
}) {
  const refused = useRefusedAct(act);
  const errors = useFormErrors(() => postedErrors(refused));
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<ReactNode>(null);
  /** A new one empties the fields. */
  const [round, setRound] = useState(0);
  const keyOf = usePressKey();

  const submit = async (form: HTMLFormElement) => {
    if (isBusy) return;
    const { act: _act, 'Idempotency-Key': _key, ...fields } = fieldsOf(new FormData(form));
    const wrong = check(fields);
    setDone(null);
    errors.show(wrong);
    if (wrong[0] !== undefined) return focusField(form, wrong[0]);
    setBusy(true);
    try {
      setDone(await send(fields, keyOf(JSON.stringify(fields))));
      await revalidate();
      setRound((count) => count + 1);
    } catch (error) {
      errors.show([{ message: errorMessage(error) }]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      method="post"
      action="/account"
      noValidate
      className={styles['form']}
      onChange={(event) => errors.forgive(check(fieldsOf(new FormData(event.currentTarget))))}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <FormKey of={act} />
      <input type="hidden" name="act" value={act} />
      <div key={round} className={styles['fields']}>
        {children?.(errors.errorOf, refused?.values ?? {})}
      </div>
      <FormAlert errors={errors}>{done !== null && <Notice tone="success">{done}</Notice>}</FormAlert>
      <Button type="submit" variant={variant} busy={isBusy}>
        {button}
      </Button>
    </form>
  );
}

/** A form that few need at once, folded away; open where it was refused. */
export function ActFold({ act, summary, children }: { act: string; summary: string; children: ReactNode }) {
  const isRefused = useRefusedAct(act) !== undefined;
  return (
    <details className={styles['fold']} open={isRefused}>
      <summary>{summary}</summary>
      <div className={styles['inside']}>{children}</div>
    </details>
  );
}
