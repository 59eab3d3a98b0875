import { useState } from 'react';
import { Link, redirect, useActionData, useLoaderData, useLocation } from 'react-router';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { AccountFooter, AccountForm, AccountPage } from '../features/accounts/account-form.tsx';
import { FormAlert } from '../features/accounts/form-alert.tsx';
import { useNavigationNotice, type NoticeName } from '../features/accounts/navigation-notice.ts';
import { deadLinks } from '../features/accounts/token-form.tsx';
import { postedErrors, useFormErrors } from '../features/accounts/use-form-errors.ts';
import { call, errorMessage } from '../lib/calls/client.ts';
import { formAction, type RefusedForm } from '../lib/forms/form-action.ts';
import { linkClientLoader, linkLoader, type LinkState } from '../lib/session/one-time-link.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

const title = 'Confirm your email';
const promise = 'So that mail from the academy reaches you.';

export const meta = () => [
  { title: pageTitle(title) },
  { name: 'description', content: 'Confirm your email with the link that we have sent you.' },
];

export const loader = linkLoader('confirm');
export const clientLoader = linkClientLoader;

const outcomes = new Map<string, NoticeName>([
  [messages.addressConfirmed, 'address-confirmed'],
  [messages.addressChanged, 'address-changed'],
]);

export const action = formAction(async (call, { search }) => {
  const token = search.get('token') ?? '';
  const { message } = await call('confirmEmail', { body: { token } });
  const notice = outcomes.get(message);
  const told = notice === undefined ? '' : `&notice=${notice}`;
  return redirect(`/confirm-email?token=${encodeURIComponent(token)}${told}`, 303);
});

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

function DeadLink({ link }: { link: 'dead' | 'missing' }) {
  const { title: reason, text } = deadLinks[link];
  return (
    <AccountPage title={title} promise={promise}>
      <Notice tone="warning" role="note" title={reason}>
        <p>{text}</p>
      </Notice>
      <AccountFooter>
        <span>
          Log in. Your dashboard shows whether your email is confirmed, and can send the link again.
        </span>
        <Link to="/login">Go to the login</Link>
      </AccountFooter>
    </AccountPage>
  );
}

export default function ConfirmEmail() {
  const { search } = useLocation();
  const link = useLoaderData<LinkState | undefined>() ?? 'good';
  const refused = useActionData<RefusedForm>();
  const notice = useNavigationNotice();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const errors = useFormErrors(() => postedErrors(refused));

  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    errors.show([]);
    try {
      const token = new URLSearchParams(search).get('token') ?? '';
      setDone((await call('confirmEmail', { body: { token } })).message);
    } catch (error) {
      errors.show([{ message: errorMessage(error) }]);
      setBusy(false);
    }
  };

  if (done !== null) return <Confirmed message={done} />;
  if (link === 'done') return <Confirmed message={notice ?? messages.addressConfirmedBefore} />;
  if (link !== 'good') return <DeadLink link={link} />;
  return (
    <AccountForm
      title={title}
      lead="Click to confirm your email. If you did not sign up, ignore this."
      promise={promise}
      onSubmit={() => void submit()}
    >
      <FormAlert errors={errors} />
      <Button type="submit" wide busy={isBusy}>
        Confirm my email
      </Button>
    </AccountForm>
  );
}
