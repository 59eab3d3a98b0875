import { useEffect, useId, useState } from 'react';
import { Link, redirect, useActionData, useNavigate, useSearchParams } from 'react-router';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { AccountForm, focusField } from '../features/accounts/account-form.tsx';
import { marksOf, postedError, type FormError } from '../features/accounts/form-error.ts';
import { noticeAddress, type NavigationNotice } from '../features/accounts/navigation-notice.ts';
import { BatchField } from '../features/accounts/batch-field.tsx';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { firstFailure, readSignUp, type SignUpForm } from '../features/accounts/sign-up-checks.ts';
import { call, errorMessage } from '../lib/client.ts';
import { formAction, refuseInvalid, type RefusedForm } from '../lib/form-action.ts';
import type { Fields } from '../lib/form-fields.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { MessageRoom } from '../ui/message-room.tsx';
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

export const action = formAction(async (call, { fields }) => {
  const { terms, ...body } = readSignUp(fields);
  refuseInvalid(firstFailure({ ...body, terms }));
  await call('signUp', { body });
  return redirect(noticeAddress('/login', 'signed-up'), 303);
});

type InitialValues = { [Field in keyof SignUpForm]?: string | undefined };

export default function Signup() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const refused = useActionData<RefusedForm>();
  const [error, setError] = useState<FormError | null>(() => postedError(refused));
  const [attempt, setAttempt] = useState(0);
  const errorId = useId();
  // Invitation links name the batch.
  const invited = useSearchParams()[0].get('batch')?.slice(0, limits.batch);
  const initial: InitialValues = isDone ? {} : { batch: invited, ...refused?.values };

  useEffect(() => {
    if (!isDone) return;
    const state: NavigationNotice = { notice: messages.signedUp };
    const timer = setTimeout(() => void navigate('/login', { state }), redirectMs);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);

  const submit = async (fields: Fields, form: HTMLFormElement) => {
    if (isBusy || isDone) return;
    const { terms, ...body } = readSignUp(fields);
    setAttempt((count) => count + 1);
    const failure = firstFailure({ ...body, terms });
    setError(failure);
    if (failure !== null) return focusField(form, failure);
    setBusy(true);
    try {
      await call('signUp', { body });
      form.reset();
      setDone(true);
    } catch (error) {
      setError({ message: errorMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  const invalid = (field: keyof SignUpForm) => marksOf(error, field, errorId);

  return (
    <AccountForm
      title="Student Signup"
      onSubmit={(fields, form) => void submit(fields, form)}
      footer={<Link to="/login">Already registered? Login</Link>}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={initial.name}
        maxLength={limits.name}
        required
        {...invalid('name')}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={initial.email}
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
        defaultValue={initial.phone}
        hint="Ten digits, without the country code"
        required
        {...invalid('phone')}
      />
      <BatchField defaultValue={initial.batch} {...invalid('batch')} />
      <Checkbox
        label="Agree to our terms and conditions"
        name="terms"
        defaultChecked={initial.terms !== undefined}
        required
        hint={
          <Link to="/terms" target="_blank">
            Read them first (opens a new tab)
          </Link>
        }
        {...invalid('terms')}
      />
      <MessageRoom>
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
      </MessageRoom>
      <Button type="submit" wide busy={isBusy || isDone}>
        Continue
      </Button>
    </AccountForm>
  );
}
