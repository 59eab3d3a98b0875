import { useState } from 'react';
import { Link, redirect, useLoaderData } from 'react-router';
import { messages } from '#contract/messages';
import { AccountFooter, AccountForm, AccountPage } from '../features/accounts/account-form.tsx';
import { type NoticeName, notices } from '../features/accounts/account-notices.ts';
import { useNavigationNotice } from '../features/accounts/navigation-notice.ts';
import { DeadLink } from '../features/accounts/token-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserAction, formAction, type PostedForm } from '../lib/forms/form-action.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { linkClientLoader, linkLoader, type LinkState } from '../lib/session/one-time-link.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const title = 'Confirm your email';
const promise = 'With a confirmed email, the academy can reach you.';

export const meta = pageMeta(title, {
  name: 'description',
  content: 'Confirm your email with the link that we have sent you.',
});

export const loader = linkLoader('confirm');
export const clientLoader = linkClientLoader;

const outcomes = new Map<string, NoticeName>([
  [messages.addressConfirmed, 'address-confirmed'],
  [messages.addressChanged, 'address-changed'],
]);

const confirm = (call: Call, { search }: PostedForm) =>
  call('confirmEmail', { body: { token: search.get('token') ?? '' } });

export const action = formAction(async (call, form) => {
  const notice = outcomes.get((await confirm(call, form)).message);
  const shown = notice === undefined ? '' : `&notice=${notice}`;
  const token = encodeURIComponent(form.search.get('token') ?? '');
  return redirect(`/confirm-email?token=${token}${shown}`, 303);
});
export const clientAction = browserAction(confirm);

/** Reloads the document, since more of the portal is open now. */
function Confirmed({ message }: { message: string }) {
  return (
    <AccountPage title={title} promise={promise}>
      <Notice tone="success">{message}</Notice>
      <AccountFooter>
        <ButtonLink to="/login" reloadDocument>
          Go to the portal
        </ButtonLink>
      </AccountFooter>
    </AccountPage>
  );
}

export default function ConfirmEmail() {
  const link = useLoaderData<LinkState | undefined>() ?? 'good';
  const notice = useNavigationNotice(notices);
  const [done, setDone] = useState<string | null>(null);
  const form = useActionForm<{ message: string }>({
    revalidates: false,
    onDone: ({ message }) => setDone(message),
  });
  if (done !== null) return <Confirmed message={done} />;
  if (link === 'done') return <Confirmed message={notice ?? messages.addressConfirmedBefore} />;
  if (link !== 'good')
    return (
      <DeadLink title={title} promise={promise} link={link}>
        <span>
          Log in. Your dashboard shows whether your email is confirmed, and can send the link again.
        </span>
        <Link to="/login">Go to the login</Link>
      </DeadLink>
    );
  return (
    <AccountForm
      form={form}
      title={title}
      lead="Click to confirm your email. If you did not sign up, ignore this."
      promise={promise}
      button="Confirm my email"
    >
      {null}
    </AccountForm>
  );
}
