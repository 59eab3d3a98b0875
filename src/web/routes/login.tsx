import { useState } from 'react';
import { Link, redirect, useActionData, useLocation, useNavigate } from 'react-router';
import { academyLoginPath } from '#contract/accounts/academy-login';
import { landingOf, pageTitle, safeNext, secondStepAddress } from '#contract/screens';
import { AccountForm, focusField } from '../features/accounts/account-form.tsx';
import { FormAlert } from '../features/accounts/form-alert.tsx';
import { loginErrorMessage, LoginWaiting, useLogIn } from '../features/accounts/log-in.tsx';
import { isFailure, useNavigationNotice, useSignedUpState } from '../features/accounts/navigation-notice.ts';
import { postedErrors, useFormErrors } from '../features/accounts/use-form-errors.ts';
import { formAction, refuseInvalid, type RefusedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { OfficeContact } from '../lib/office-contact.tsx';
import { useSite } from '../lib/page/site.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
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
  refuseInvalid(missingFields(fields)[0] ?? null);
  const { email = '', password = '' } = fields;
  const answer = await call('logIn', { body: { email, password } });
  const next = safeNext(search.get('next'));
  return redirect(
    'student' in answer ? (next ?? landingOf(answer.student)) : secondStepAddress(answer.second_step, next),
    303,
  );
});

/** The required fields that are empty. */
function missingFields({ email = '', password = '' }: Fields): InvalidField[] {
  return [
    ...(email.trim() === '' ? [{ field: 'email', message: 'Email is required' }] : []),
    ...(password === '' ? [{ field: 'password', message: 'Password is required' }] : []),
  ];
}

export default function Login() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const refused = useActionData<RefusedForm>();
  const errors = useFormErrors(() =>
    // Failed checks keep their texts; errors of the call get those of the login.
    refused !== undefined && Object.keys(refused.errors).length === 0
      ? [{ message: loginErrorMessage(refused.failure) }]
      : postedErrors(refused),
  );
  const notice = useNavigationNotice();
  const signedUp = useSignedUpState();
  const { logIn, isWaiting, stop } = useLogIn();

  const submit = async (fields: Fields, form: HTMLFormElement) => {
    if (isBusy) return;
    const { email = '', password = '' } = fields;
    const missing = missingFields(fields);
    errors.show(missing);
    if (missing[0] !== undefined) return focusField(form, missing[0]);
    setBusy(true);
    try {
      const entered = await logIn({ email, password });
      const next = safeNext(new URLSearchParams(search).get('next'));
      if ('role' in entered)
        await navigate(next ?? landingOf(entered), { replace: true, state: { s_id: entered.s_id } });
      else await navigate(secondStepAddress(entered, next), { replace: true });
    } catch (error) {
      errors.show([{ message: loginErrorMessage(error) }]);
      setBusy(false);
    }
  };

  return (
    <AccountForm
      title="Login"
      promise="Continue your project where you left off."
      onSubmit={(fields, form) => void submit(fields, form)}
      // Changing a field cancels the waiting login.
      onChange={(fields) => {
        stop();
        errors.forgive(missingFields(fields));
      }}
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
        {notice !== null && refused === undefined && (
          <Notice tone={isFailure(notice) ? 'error' : 'success'} role="alert">
            <p>{notice}</p>
            {signedUp?.batch != null && (
              <p>
                <span>{signedUp.batch}</span>
                <OfficeContact />
              </p>
            )}
          </Notice>
        )}
      </MessageRoom>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={refused?.values['email'] ?? signedUp?.email}
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.errorOf('email')}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.errorOf('password')}
      />
      <FormAlert errors={errors}>{isWaiting && <LoginWaiting />}</FormAlert>
      <Button type="submit" wide busy={isBusy}>
        Login
      </Button>
      <AcademyLogin />
    </AccountForm>
  );
}

/** Single sign-on, if configured: a plain link that leaves the portal and returns. */
function AcademyLogin() {
  const { academyLogin } = useSite();
  if (academyLogin === null) return null;
  return (
    <>
      <ButtonLink to={academyLoginPath} reloadDocument variant="secondary" wide>
        {academyLogin.button}
      </ButtonLink>
      {academyLogin.isOnlyWayOfStaff && <p>Mentors and administrators must log in this way.</p>}
    </>
  );
}
