import { normalizePhone } from '#contract/accounts/phone';
import { messages } from '#contract/messages';
import { useId } from 'react';
import {
  Link,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
  type LoaderFunctionArgs,
} from 'react-router';
import type { Invitation, OpenInvitation } from '#contract/people/invitation-calls';
import { invitationWords } from '#contract/people/invitation-words';
import {
  AgreeFields,
  NameField,
  NewPasswordField,
  PhoneField,
  readAgreed,
} from '../features/accounts/account-fields.tsx';
import { AccountFooter, AccountForm, AccountPage } from '../features/accounts/account-form.tsx';
import styles from '../features/accounts/account-form.module.css';
import { noticeAddress, type NavigationNotice } from '../features/accounts/navigation-notice.ts';
import { failuresOf } from '../features/accounts/sign-up-checks.ts';
import { DeadLink } from '../features/accounts/token-form.tsx';
import { call, type Call } from '../lib/calls/client.ts';
import { browserAction, formAction, refuseInvalid, type PostedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { pageContext, searchOf, serverCall } from '../lib/page/server-call.ts';
import { loginAddress } from '../lib/session/session.ts';
import { useSite } from '../lib/page/site.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const title = 'Your invitation';

function useWords() {
  const { academy } = useSite();
  return { title, promise: `You were invited by ${academy.name}.` };
}

export const meta = pageMeta(title, { name: 'description', content: "Join with the academy's invitation." });

type Loaded = Invitation | { state: 'missing' };

async function load(call: Call, url: string): Promise<Loaded> {
  const token = searchOf(url).get('token') ?? '';
  return token === '' ? { state: 'missing' } : call('readInvitation', { query: { token } });
}

export const loader = ({ context }: LoaderFunctionArgs) => {
  const page = context.get(pageContext);
  return load(serverCall(page), page.url);
};
export const clientLoader = ({ request }: LoaderFunctionArgs) => load(call, request.url);

/** Omits fields that the form does not ask for. */
function read({ name, phone, password = '' }: Fields) {
  return {
    password,
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone: normalizePhone(phone) }),
  };
}

/** The signup's checks of the shown fields, in its order. */
function check(fields: Fields): InvalidField[] {
  const { name = 'Asked Not', phone = '0000000000', password } = read(fields);
  const terms = fields['terms'] !== undefined;
  return failuresOf({ name, phone, password, terms, email: 'asked@not.example', batch: '-' });
}

type Answer = { joined: true } | NavigationNotice;

async function send(call: Call, { fields, search }: PostedForm): Promise<Answer> {
  const token = search.get('token') ?? '';
  if (fields['act'] === 'join') {
    await call('joinByInvitation', { body: { token } });
    return { joined: true };
  }
  // Only the first failure is shown, as at the signup.
  refuseInvalid(check(fields)[0] ?? null);
  await call('acceptInvitation', { body: { token, ...readAgreed(fields), ...read(fields) } });
  return { notice: messages.invitationAccepted };
}

export const action = formAction(async (call, form) =>
  redirect(
    'joined' in (await send(call, form))
      ? '/StudentDashboard'
      : noticeAddress('/login', 'invitation-accepted'),
    303,
  ),
);
export const clientAction = browserAction(send);

function Facts({ invitation: { email, name, batch, course } }: { invitation: OpenInvitation }) {
  const facts = Object.entries({ Name: name, Email: email, Batch: batch, Course: course });
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** For an email that already has an account. */
function LogInFirst({ invitation }: { invitation: OpenInvitation }) {
  const words = useWords();
  const { pathname, search } = useLocation();
  return (
    <AccountPage {...words}>
      <Facts invitation={invitation} />
      <Notice tone="info" role="note" title="You have an account">
        <p>{`Log in with ${invitation.email} to confirm your email and join.`}</p>
      </Notice>
      <ButtonLink to={loginAddress(pathname + search)} wide>
        Login
      </ButtonLink>
    </AccountPage>
  );
}

function Join({ invitation }: { invitation: OpenInvitation }) {
  const words = useWords();
  const navigate = useNavigate();
  const form = useActionForm({
    formName: 'join',
    revalidates: false,
    onDone: () => void navigate('/StudentDashboard', { replace: true }),
  });
  return (
    <AccountForm form={form} {...words} button="Confirm and continue">
      <Facts invitation={invitation} />
    </AccountForm>
  );
}

function Accept({ invitation }: { invitation: OpenInvitation }) {
  const words = useWords();
  const navigate = useNavigate();
  const form = useActionForm<NavigationNotice>({
    check,
    keepsFields: true,
    revalidates: false,
    onDone: (done) => void navigate('/login', { replace: true, state: { ...done, email: invitation.email } }),
  });
  const failureId = useId();
  const errorIdOf = (field: string) => (form.errorAt(field) === undefined ? undefined : failureId);
  const initial: Fields = form.values ?? {};
  return (
    <AccountForm
      form={{ ...form, failure: form.firstFailure, failureId }}
      {...words}
      lead="Choose a password to join."
      isBeginning
      button="Create my account"
      footer={<Link to="/login">Already registered? Login</Link>}
    >
      <Facts invitation={invitation} />
      {invitation.name === null && <NameField defaultValue={initial['name']} errorId={errorIdOf('name')} />}
      <NewPasswordField
        label="Password"
        own={[invitation.email, invitation.name ?? '']}
        errorId={errorIdOf('password')}
      />
      {invitation.asks_phone && <PhoneField defaultValue={initial['phone']} errorId={errorIdOf('phone')} />}
      <AgreeFields values={initial} errorId={errorIdOf('terms')} />
    </AccountForm>
  );
}

export default function InvitationScreen() {
  const words = useWords();
  const invitation = useLoaderData<Loaded>();
  const { state } = invitation;
  const toLogin = <Link to="/login">Go to the login</Link>;
  if (state === 'missing')
    return (
      <DeadLink {...words} link={state}>
        {toLogin}
      </DeadLink>
    );
  if (state !== 'open')
    return (
      <AccountPage {...words}>
        <Notice
          tone={state === 'used' ? 'info' : 'warning'}
          role="note"
          title="You cannot use this invitation"
        >
          <p>{invitationWords[state]}</p>
        </Notice>
        <AccountFooter>{toLogin}</AccountFooter>
      </AccountPage>
    );
  if (invitation.is_own) return <Join invitation={invitation} />;
  if (invitation.has_account) return <LogInFirst invitation={invitation} />;
  return <Accept invitation={invitation} />;
}
