import { useState } from 'react';
import { Link, redirect, useActionData, useLocation, useNavigate } from 'react-router';
import { homeOf, pageTitle, safeNext } from '#contract/screens';
import { AccountForm, focusField } from '../features/accounts/account-form.tsx';
import { postedError, type FormError } from '../features/accounts/form-error.ts';
import { useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { loginErrorMessage } from '../features/accounts/login-messages.ts';
import { LoginWaiting } from '../features/accounts/login-waiting.tsx';
import { useLogIn } from '../features/accounts/use-log-in.ts';
import { formAction, refuseInvalid, type RefusedForm } from '../lib/form-action.ts';
import type { Fields, InvalidField } from '../lib/form-fields.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { MessageRoom } from '../ui/message-room.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export const meta = () => [
  { title: pageTitle('Login') },
  {
    name: 'description',
    content: 'Log in to your project dashboard: weekly work, forum, marks and the viva voce.',
  },
];

export const action = formAction(async (call, { fields, search }) => {
  refuseInvalid(missingField(fields));
  const { email = '', password = '' } = fields;
  const { student } = await call('logIn', { body: { email, password } });
  return redirect(safeNext(search.get('next')) ?? homeOf(student), 303);
});

/** The first required field that is empty. */
function missingField({ email = '', password = '' }: Fields): InvalidField | null {
  if (email.trim() === '') return { field: 'email', message: 'Email is required' };
  return password === '' ? { field: 'password', message: 'Password is required' } : null;
}

export default function Login() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const refused = useActionData<RefusedForm>();
  const [error, setError] = useState<FormError | null>(() =>
    // What a check refused keeps its words, what the call refused gets those of the login.
    refused?.field === null ? { message: loginErrorMessage(refused.failure) } : postedError(refused),
  );
  const [attempt, setAttempt] = useState(0);
  const notice = useNavigationNotice();
  const { logIn, isWaiting, stop } = useLogIn();

  const submit = async (fields: Fields, form: HTMLFormElement) => {
    if (isBusy) return;
    const { email = '', password = '' } = fields;
    setAttempt((count) => count + 1);
    const missing = missingField(fields);
    setError(missing);
    if (missing !== null) return focusField(form, missing);
    setBusy(true);
    try {
      const student = await logIn({ email, password });
      const next = safeNext(new URLSearchParams(search).get('next'));
      await navigate(next ?? homeOf(student), { replace: true, state: { s_id: student.s_id } });
    } catch (error) {
      setError({ message: loginErrorMessage(error) });
      setBusy(false);
    }
  };

  return (
    <AccountForm
      title="Login"
      onSubmit={(fields, form) => void submit(fields, form)}
      // Whoever changes a field wants another login than the one that waits.
      onChange={stop}
      footer={
        <>
          <Link to="/forgot-password">Forgot Password?</Link>
          <span>
            <Link to="/signup">New User? Register</Link>
          </span>
        </>
      }
    >
      <MessageRoom>
        {notice !== null && error === null && (
          <Notice tone="success" role="alert">
            {notice}
          </Notice>
        )}
      </MessageRoom>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={refused?.values['email']}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={error?.field === 'email' ? error.message : undefined}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={error?.field === 'password' ? error.message : undefined}
      />
      <MessageRoom>
        {error !== null && error.field === undefined && (
          // A new key each time, so that the same message is announced again.
          <Notice key={attempt} tone="error">
            {error.message}
          </Notice>
        )}
        {isWaiting && <LoginWaiting />}
      </MessageRoom>
      <Button type="submit" wide busy={isBusy}>
        Login
      </Button>
    </AccountForm>
  );
}
