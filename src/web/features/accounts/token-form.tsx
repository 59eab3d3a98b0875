import { useId, useState, type ReactNode } from 'react';
import { useActionData, useNavigate } from 'react-router';
import { errorMessage } from '../../lib/client.ts';
import type { RefusedForm } from '../../lib/form-action.ts';
import type { Fields, InvalidField } from '../../lib/form-fields.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountForm, focusField } from './account-form.tsx';
import { marksOf, postedError, type FormError } from './form-error.ts';
import type { NavigationNotice } from './navigation-notice.ts';

/** A form behind a one-time link: the token in the address is sent with the form. */
export function TokenForm({
  title,
  lead,
  button,
  check,
  send,
  success,
  children,
}: {
  title: string;
  lead: ReactNode;
  button: string;
  /** The first failed check, if any. */
  check: (fields: Fields) => InvalidField | null;
  send: (token: string, fields: Fields) => Promise<unknown>;
  /** The message on the login screen afterwards. */
  success: string;
  /** The fields; `invalid` ties one of them to the error above the button, `initial` is what they begin with. */
  children: (invalid: (field: string) => ReturnType<typeof marksOf>, initial: Fields) => ReactNode;
}) {
  const navigate = useNavigate();
  const refused = useActionData<RefusedForm>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<FormError | null>(() => postedError(refused));
  const [attempt, setAttempt] = useState(0);
  const errorId = useId();

  const submit = async (fields: Fields, form: HTMLFormElement) => {
    if (isBusy) return;
    setAttempt((count) => count + 1);
    const failure = check(fields);
    setError(failure);
    if (failure !== null) return focusField(form, failure);
    setBusy(true);
    try {
      await send(new URLSearchParams(location.search).get('token') ?? '', fields);
      const state: NavigationNotice = { notice: success };
      await navigate('/login', { replace: true, state });
    } catch (error) {
      setError({ message: errorMessage(error) });
      setBusy(false);
    }
  };

  return (
    <AccountForm title={title} lead={lead} onSubmit={(fields, form) => void submit(fields, form)}>
      {children((field) => marksOf(error, field, errorId), refused?.values ?? {})}
      <MessageRoom>
        {error !== null && (
          <Notice key={attempt} id={errorId} tone="error">
            {error.message}
          </Notice>
        )}
      </MessageRoom>
      <Button type="submit" wide busy={isBusy}>
        {button}
      </Button>
    </AccountForm>
  );
}
