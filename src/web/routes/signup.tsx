import { useEffect, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { AccountForm, textOf } from '../features/accounts/account-form.tsx';
import type { NavigationNotice } from '../features/accounts/navigation-notice.ts';
import { BatchField } from '../features/accounts/batch-field.tsx';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { firstFailure, normalizePhone, type SignUpForm } from '../features/accounts/sign-up-checks.ts';
import { call, errorMessage } from '../lib/client.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

export const meta = () => [
  { title: pageTitle('Student Signup') },
  {
    name: 'description',
    content: 'Sign up with your batch to choose a project and begin your final weeks of training.',
  },
];

/** How long the success message is shown before the login (specification, section 9), in milliseconds. */
const redirectMs = 1000;

type FormError = { message: string; field?: keyof SignUpForm };

function read(form: FormData): SignUpForm {
  const [name, email, password] = [textOf(form, 'name'), textOf(form, 'email'), textOf(form, 'password')];
  const [phone, batch] = [normalizePhone(textOf(form, 'phone')), textOf(form, 'batch')];
  return { name, email, password, phone, batch, terms: form.get('terms') !== null };
}

export default function Signup() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<FormError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const errorId = useId();

  useEffect(() => {
    if (!isDone) return;
    const state: NavigationNotice = { notice: messages.signedUp };
    const timer = setTimeout(() => void navigate('/login', { state }), redirectMs);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  const submit = async (form: FormData, element: HTMLFormElement) => {
    if (isBusy || isDone) return;
    const { terms, ...body } = read(form);
    setAttempt((count) => count + 1);
    const failure = firstFailure({ ...body, terms });
    setError(failure);
    if (failure !== null) return (element.elements.namedItem(failure.field) as HTMLInputElement).focus();
    setBusy(true);
    try {
      await call('signUp', { body });
      element.reset();
      setDone(true);
    } catch (error) {
      setError({ message: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  const invalid = (field: keyof SignUpForm) => (error?.field === field ? { errorId } : {});

  return (
    <AccountForm
      title="Student Signup"
      onSubmit={(form, element) => void submit(form, element)}
      footer={<Link to="/login">Already registered? Login</Link>}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={limits.name}
        required
        {...invalid('name')}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email}
        required
        {...invalid('email')}
      />
      <NewPasswordField key={String(isDone)} label="Password" {...invalid('password')} />
      <TextField
        label="Phone Number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        hint="Ten digits, without the country code"
        required
        {...invalid('phone')}
      />
      <BatchField {...invalid('batch')} />
      <Checkbox
        label="Agree to our terms and conditions"
        name="terms"
        required
        hint={
          <Link to="/terms" target="_blank">
            Read them first (opens a new tab)
          </Link>
        }
        {...invalid('terms')}
      />
      {error !== null && (
        <Notice key={attempt} id={errorId} tone="error">
          {error.message}
        </Notice>
      )}
      {isDone && (
        <Notice tone="success" role="alert">
          {messages.signedUp}
        </Notice>
      )}
      <Button type="submit" wide busy={isBusy || isDone}>
        Continue
      </Button>
    </AccountForm>
  );
}
