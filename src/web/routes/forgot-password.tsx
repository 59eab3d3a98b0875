import { useState } from 'react';
import { Link } from 'react-router';
import { isEmail, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { AccountForm, textOf } from '../features/accounts/account-form.tsx';
import { call, errorMessage } from '../lib/client.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

export const meta = () => [
  { title: pageTitle('Forgot your password?') },
  { name: 'description', content: 'Ask for a link with which you choose a new password.' },
];

type Outcome = { tone: 'success' | 'warning' | 'error'; message: string };

export default function ForgotPassword() {
  const [isBusy, setBusy] = useState(false);
  const [invalid, setInvalid] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);

  const submit = async (form: FormData, element: HTMLFormElement) => {
    if (isBusy) return;
    const email = normalizeEmail(textOf(form, 'email'));
    setAttempt((count) => count + 1);
    setOutcome(null);
    setInvalid(!isEmail(email));
    if (!isEmail(email)) return (element.elements.namedItem('email') as HTMLInputElement).focus();
    setBusy(true);
    try {
      const { message } = await call('forgotPassword', { body: { email } });
      setOutcome({ tone: message === messages.resetLinkSent ? 'success' : 'warning', message });
    } catch (error) {
      setOutcome({ tone: 'error', message: errorMessage(error) });
    }
    setBusy(false);
  };

  return (
    <AccountForm
      title="Forgot your password?"
      lead="Give the address with which you signed up. You get a link by mail with which you choose a new password."
      onSubmit={(form, element) => void submit(form, element)}
      footer={
        <>
          <Link to="/login">Back to the login</Link>
          <p>
            No mail? Ask your batch's mentor or the academy's office: they can give you a link, too. Nothing
            that you handed in is lost.
          </p>
        </>
      }
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={invalid ? messages.emailInvalid : undefined}
      />
      {outcome !== null && (
        // A new key each time, so that the same message is announced again.
        <Notice key={attempt} tone={outcome.tone} role="alert">
          {outcome.message}
        </Notice>
      )}
      <Button type="submit" wide busy={isBusy}>
        Send me a link
      </Button>
    </AccountForm>
  );
}
