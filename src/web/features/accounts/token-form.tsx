import { useId, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { errorMessage } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountForm } from './account-form.tsx';
import type { NavigationNotice } from './navigation-notice.ts';

type Failure = { field: string; message: string };

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
  check: (form: FormData) => Failure | null;
  send: (token: string, form: FormData) => Promise<unknown>;
  /** The message on the login screen afterwards. */
  success: string;
  /** The fields; `invalid` ties one of them to the error above the button. */
  children: (invalid: (field: string) => { errorId?: string }) => ReactNode;
}) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Partial<Failure> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const errorId = useId();

  const submit = async (form: FormData, element: HTMLFormElement) => {
    if (isBusy) return;
    setAttempt((count) => count + 1);
    const failure = check(form);
    setError(failure);
    if (failure !== null)
      return (element.elements.namedItem(failure.field) as HTMLInputElement | null)?.focus();
    setBusy(true);
    try {
      await send(new URLSearchParams(location.search).get('token') ?? '', form);
      const state: NavigationNotice = { notice: success };
      await navigate('/login', { replace: true, state });
    } catch (error) {
      setError({ message: errorMessage(error) });
      setBusy(false);
    }
  };

  return (
    <AccountForm title={title} lead={lead} onSubmit={(form, element) => void submit(form, element)}>
      {children((field) => (error?.field === field ? { errorId } : {}))}
      {error !== null && (
        <Notice key={attempt} id={errorId} tone="error">
          {error.message}
        </Notice>
      )}
      <Button type="submit" wide busy={isBusy}>
        {button}
      </Button>
    </AccountForm>
  );
}
