import { useState } from 'react';
import { Link, redirect, useActionData, useLocation, useNavigate } from 'react-router';
import { messages } from '#contract/messages';
import { homeOf, pageTitle, safeNext } from '#contract/screens';
import { AccountForm, textOf } from '../features/accounts/account-form.tsx';
import { useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { loginErrorMessage } from '../features/accounts/login-messages.ts';
import { call, CallError } from '../lib/client.ts';
import { formAction, type RefusedForm } from '../lib/form-action.ts';
import { rememberSession } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export const meta = () => [
  { title: pageTitle('Login') },
  {
    name: 'description',
    content: 'Log in to your project dashboard: weekly work, forum, marks and the viva voce.',
  },
];

export const action = formAction(async (call, { fields: { email = '', password = '' }, search }) => {
  const { student } = await call('logIn', { body: { email, password } });
  return redirect(safeNext(search.get('next')) ?? homeOf(student), 303);
});

type FormError = { message: string; field?: 'email' | 'password' };

/** The first required field that is empty. */
function missingField(email: string, password: string): FormError | null {
  if (email.trim() === '') return { field: 'email', message: 'Email is required' };
  return password === '' ? { field: 'password', message: 'Password is required' } : null;
}

export default function Login() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const refused = useActionData<RefusedForm>();
  const [error, setError] = useState<FormError | null>(() =>
    refused ? { message: loginErrorMessage(refused.failure) } : null,
  );
  const [attempt, setAttempt] = useState(0);
  const notice = useNavigationNotice();

  const submit = async (form: FormData, element: HTMLFormElement) => {
    if (isBusy) return;
    const [email, password] = [textOf(form, 'email'), textOf(form, 'password')];
    setAttempt((count) => count + 1);
    const missing = missingField(email, password);
    if (missing !== null) {
      setError(missing);
      return (element.elements.namedItem(missing.field ?? '') as HTMLInputElement).focus();
    }
    setBusy(true);
    setError(null);
    try {
      const { message, student } = await call('logIn', { body: { email, password } });
      if (message !== messages.loginSuccessful) throw new CallError(401, 'refused', message);
      rememberSession(student);
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
      onSubmit={(form, element) => void submit(form, element)}
      footer={
        <>
          <Link to="/forgot-password">Forgot Password?</Link>
          <span>
            <Link to="/signup">New User? Register</Link>
          </span>
        </>
      }
    >
      {notice !== null && error === null && (
        <Notice tone="success" role="alert">
          {notice}
        </Notice>
      )}
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
      {error !== null && error.field === undefined && (
        // A new key each time, so that the same message is announced again.
        <Notice key={attempt} tone="error">
          {error.message}
        </Notice>
      )}
      <Button type="submit" wide busy={isBusy}>
        Login
      </Button>
    </AccountForm>
  );
}
