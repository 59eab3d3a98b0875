import { messages } from '#contract/messages';
import { useId, type ReactNode } from 'react';
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
import { limits } from '#contract/limits';
import { pageTitle } from '#contract/screens';
import { AgreeFields, readAgreed } from '../features/accounts/agree-fields.tsx';
import { AccountFooter, AccountForm, AccountPage } from '../features/accounts/account-form.tsx';
import styles from '../features/accounts/account-form.module.css';
import { noticeAddress, type NavigationNotice } from '../features/accounts/navigation-notice.ts';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { failuresOf, normalizePhone } from '../features/accounts/sign-up-checks.ts';
import { deadLinks } from '../features/accounts/token-form.tsx';
import { call, type Call } from '../lib/calls/client.ts';
import { browserAction, formAction, refuseInvalid, type PostedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { pageContext, serverCall } from '../lib/page/server-call.ts';
import { loginAddress } from '../lib/session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

const title = 'Your invitation';
const promise = 'By invitation of the academy.';

export const meta = () => [
  { title: pageTitle(title) },
  { name: 'description', content: "Join with the academy's invitation." },
];

type Loaded = Invitation | { state: 'missing' };

const tokenOf = (url: string) => new URLSearchParams(url.split('?', 2)[1]).get('token') ?? '';

export async function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  const page = context.get(pageContext);
  const token = tokenOf(page.url);
  return token === '' ? { state: 'missing' } : serverCall(page)('readInvitation', { query: { token } });
}

export async function clientLoader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const token = tokenOf(request.url);
  return token === '' ? { state: 'missing' } : call('readInvitation', { query: { token } });
}

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
  const facts: [string, string | null][] = [
    ['Name', name],
    ['Email', email],
    ['Batch', batch],
    ['Course', course],
  ];
  return (
    <dl className={styles['facts']}>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Told({
  tone,
  heading,
  children,
}: {
  tone: 'warning' | 'info';
  heading: string;
  children: ReactNode;
}) {
  return (
    <AccountPage title={title} promise={promise}>
      <Notice tone={tone} role="note" title={heading}>
        {children}
      </Notice>
      <AccountFooter>
        <Link to="/login">Go to the login</Link>
      </AccountFooter>
    </AccountPage>
  );
}

/** For an email that already has an account. */
function LogInFirst({ invitation }: { invitation: OpenInvitation }) {
  const { pathname, search } = useLocation();
  return (
    <AccountPage title={title} promise={promise}>
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
  const navigate = useNavigate();
  const form = useActionForm({
    act: 'join',
    revalidates: false,
    onDone: () => void navigate('/StudentDashboard', { replace: true }),
  });
  return (
    <AccountForm form={form} title={title} promise={promise} button="Confirm and continue">
      <Facts invitation={invitation} />
    </AccountForm>
  );
}

function Accept({ invitation }: { invitation: OpenInvitation }) {
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
      title={title}
      lead="Choose a password to join."
      promise={promise}
      isBeginning
      button="Create my account"
      footer={<Link to="/login">Already registered? Login</Link>}
    >
      <Facts invitation={invitation} />
      {invitation.name === null && (
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={initial['name']}
          maxLength={limits.name}
          required
          errorId={errorIdOf('name')}
        />
      )}
      <NewPasswordField
        label="Password"
        own={[invitation.email, invitation.name ?? '']}
        errorId={errorIdOf('password')}
      />
      {invitation.asks_phone && (
        <TextField
          label="Phone Number"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          defaultValue={initial['phone']}
          hint="Ten digits, without the country code"
          required
          errorId={errorIdOf('phone')}
        />
      )}
      <AgreeFields values={initial} errorId={errorIdOf('terms')} />
    </AccountForm>
  );
}

export default function InvitationScreen() {
  const invitation = useLoaderData<Loaded>();
  if (invitation.state === 'missing')
    return (
      <Told tone="warning" heading={deadLinks.missing.title}>
        <p>{deadLinks.missing.text}</p>
      </Told>
    );
  if (invitation.state !== 'open')
    return (
      <Told tone={invitation.state === 'used' ? 'info' : 'warning'} heading="You cannot use this invitation">
        <p>{invitationWords[invitation.state]}</p>
      </Told>
    );
  if (invitation.is_own) return <Join invitation={invitation} />;
  if (invitation.has_account) return <LogInFirst invitation={invitation} />;
  return <Accept invitation={invitation} />;
}
