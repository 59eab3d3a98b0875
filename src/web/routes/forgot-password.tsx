import { useState } from 'react';
import { Link, redirect, useActionData } from 'react-router';
import { isEmail, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { AccountFooter, AccountForm, AccountPage, focusField } from '../features/accounts/account-form.tsx';
import { noticeAddress, useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { call, errorMessage } from '../lib/calls/client.ts';
import { formAction, refuseInvalid, type RefusedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { useSite } from '../lib/page/site.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { MessageRoom } from '../ui/message-room.tsx';
import { Notice } from '../ui/notice.tsx';

export const meta = () => [
  { title: pageTitle('Forgot your password?') },
  { name: 'description', content: 'Get a link to choose a new password.' },
];

export const action = formAction(async (call, { fields }) => {
  refuseInvalid(invalidField(fields));
  const { message } = await call('forgotPassword', { body: { email: emailOf(fields) } });
  const notice = message === messages.resetLinkSent ? 'link-sent' : 'link-not-sent';
  // A redirect, so that a reload does not request another link.
  return redirect(noticeAddress('/forgot-password', notice), 303);
});

const emailOf = ({ email = '' }: Fields) => normalizeEmail(email);

function invalidField(fields: Fields): InvalidField | null {
  return isEmail(emailOf(fields)) ? null : { field: 'email', message: messages.emailInvalid };
}

type Outcome = { tone: 'success' | 'warning' | 'error'; message: string };

function outcomeOf(message: string): Outcome {
  return { tone: message === messages.resetLinkSent ? 'success' : 'warning', message };
}

function firstOutcome(refused: RefusedForm | undefined, notice: string | null): Outcome | null {
  if (refused !== undefined)
    return refused.errors['email'] === undefined ? { tone: 'error', message: refused.failure.message } : null;
  return notice === null ? null : outcomeOf(notice);
}

const title = 'Forgot your password?';
const promise = 'All your submitted work stays safe.';

function WithoutMail() {
  return (
    <AccountPage title={title} promise={promise}>
      <Notice tone="warning" role="note" title="This portal cannot send mail yet.">
        <p>Please ask the academy's office for a link. It works once.</p>
      </Notice>
      <AccountFooter>
        <Link to="/login">Back to the login</Link>
      </AccountFooter>
    </AccountPage>
  );
}

export default function ForgotPassword() {
  return useSite().sendsMail ? <ForgotPasswordForm /> : <WithoutMail />;
}

function ForgotPasswordForm() {
  const [isBusy, setBusy] = useState(false);
  const refused = useActionData<RefusedForm>();
  const notice = useNavigationNotice();
  const [invalid, setInvalid] = useState(refused?.errors['email'] !== undefined);
  const [outcome, setOutcome] = useState<Outcome | null>(() => firstOutcome(refused, notice));
  const [attempt, setAttempt] = useState(0);

  const submit = async (fields: Fields, form: HTMLFormElement) => {
    if (isBusy) return;
    const failure = invalidField(fields);
    setAttempt((count) => count + 1);
    setOutcome(null);
    setInvalid(failure !== null);
    if (failure !== null) return focusField(form, failure);
    setBusy(true);
    try {
      const { message } = await call('forgotPassword', { body: { email: emailOf(fields) } });
      setOutcome(outcomeOf(message));
    } catch (error) {
      setOutcome({ tone: 'error', message: errorMessage(error) });
    }
    setBusy(false);
  };

  return (
    <AccountForm
      title={title}
      promise={promise}
      lead="Enter the email with which you signed up. We will send you a link to choose a new password."
      onSubmit={(fields, form) => void submit(fields, form)}
      onChange={(fields) => invalidField(fields) === null && setInvalid(false)}
      footer={
        <>
          <Link to="/login">Back to the login</Link>
          <p>No mail? Check your spam folder first, then ask the academy's office for a link.</p>
        </>
      }
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={refused?.values['email']}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={invalid ? messages.emailInvalid : undefined}
      />
      <MessageRoom>
        {outcome !== null && (
          // A new key announces an equal message again.
          <Notice key={attempt} tone={outcome.tone} role="alert">
            {outcome.message}
          </Notice>
        )}
      </MessageRoom>
      <Button type="submit" wide busy={isBusy}>
        Send me a link
      </Button>
    </AccountForm>
  );
}
