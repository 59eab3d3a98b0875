import { Link, redirect, useLocation, useNavigate } from 'react-router';
import { academyLoginPath } from '#contract/accounts/academy-login';
import type { CurrentUser, SecondStep } from '#contract/accounts/calls';
import { landingOf, safeNext, secondStepAddress } from '#contract/screens';
import { AccountFooter, AccountForm } from '../features/accounts/account-form.tsx';
import {
  logIn,
  loginErrorMessage,
  LoginWaiting,
  stopWaiting,
  useLoginWaits,
} from '../features/accounts/log-in.tsx';
import { isFailure, notices } from '../features/accounts/account-notices.ts';
import { useNavigationNotice, useSignedUpState } from '../features/accounts/navigation-notice.ts';
import { browserAction, formAction, refuseInvalid } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { useIsHydrated } from '../lib/page/page-time.ts';
import { OfficeContact } from '../lib/office-contact.tsx';
import { useSite } from '../lib/page/site.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Row, Stack } from '../ui/layout.tsx';
import { MessageRoom } from '../ui/message-room.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export const meta = pageMeta('Login', {
  name: 'description',
  content: 'Log in to your project dashboard: weekly work, forum, marks and the viva voce.',
});

export const action = formAction(async (call, { fields, search }) => {
  refuseInvalid(check(fields));
  const { email = '', password = '' } = fields;
  const answer = await call('logIn', { body: { email, password } });
  const next = safeNext(search.get('next'));
  return redirect(
    'student' in answer ? (next ?? landingOf(answer.student)) : secondStepAddress(answer.second_step, next),
    303,
  );
});
export const clientAction = browserAction<CurrentUser | SecondStep>((_, { fields }) => {
  refuseInvalid(check(fields));
  const { email = '', password = '' } = fields;
  return logIn({ email, password });
});

function check({ email = '', password = '' }: Fields): InvalidField[] {
  return [
    ...(email.trim() === '' ? [{ field: 'email', message: 'Email is required' }] : []),
    ...(password === '' ? [{ field: 'password', message: 'Password is required' }] : []),
  ];
}

export default function Login() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const notice = useNavigationNotice(notices);
  const signedUp = useSignedUpState();
  const next = safeNext(new URLSearchParams(search).get('next'));
  // The page is the same for everybody until then.
  const isSentHere = useIsHydrated() && next !== null;
  const isWaiting = useLoginWaits();
  const form = useActionForm<CurrentUser | SecondStep>({
    check,
    keepsFields: true,
    revalidates: false,
    onDone(entered) {
      if ('role' in entered)
        void navigate(next ?? landingOf(entered), { replace: true, state: { s_id: entered.s_id } });
      else void navigate(secondStepAddress(entered, next), { replace: true });
    },
  });
  // A failed check is shown at its field alone.
  const { refused, isBusy, hasErrors } = form;
  const failure =
    refused === undefined || isBusy || hasErrors ? undefined : loginErrorMessage(refused.failure);
  return (
    <AccountForm
      form={{ ...form, failure }}
      title="Login"
      promise={isSentHere ? 'Please log in to continue.' : 'Continue your project where you left off.'}
      button="Login"
      message={isWaiting && <LoginWaiting />}
      further={<AcademyLogin />}
      after={<DemoLogins />}
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
        {notice !== null && form.refused === undefined && (
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
        {...form.field('email', signedUp?.email)}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={stopWaiting}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={form.errorAt('password')}
        onChange={stopWaiting}
      />
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

/** Only in a demo: a form of its own, which needs no script. */
function DemoLogins() {
  const { demo } = useSite();
  if (demo === undefined || demo.logins.length === 0) return null;
  return (
    <AccountFooter>
      <Form form={{ hidden: {} }} action={demo.loginAddress}>
        <Stack gap={2}>
          <span>Try as</span>
          <Row>
            {demo.logins.map(({ as, label }) => (
              <Button
                key={as}
                type="submit"
                name="as"
                value={as}
                aria-label={`Try as ${label}`}
                variant="secondary"
              >
                {label}
              </Button>
            ))}
          </Row>
        </Stack>
      </Form>
    </AccountFooter>
  );
}
