import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { isEmail, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { AccountFooter, AccountForm, AccountPage } from '../features/accounts/account-form.tsx';
import { notices } from '../features/accounts/account-notices.ts';
import {
  noticeAddress,
  useNavigationNotice,
  type NavigationNotice,
} from '../features/accounts/navigation-notice.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserAction, formAction, refuseInvalid, type PostedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { useSite } from '../lib/page/site.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

export const meta = pageMeta('Forgot your password?', {
  name: 'description',
  content: 'Get a link to choose a new password.',
});

async function send(call: Call, { fields }: PostedForm): Promise<'link-sent' | 'link-not-sent'> {
  refuseInvalid(check(fields));
  const { message } = await call('forgotPassword', { body: { email: emailOf(fields) } });
  return message === messages.resetLinkSent ? 'link-sent' : 'link-not-sent';
}
// A redirect, so that a reload does not request another link.
export const action = formAction(async (call, form) =>
  redirect(noticeAddress('/forgot-password', await send(call, form)), 303),
);
export const clientAction = browserAction(async (call, form) => ({
  notice: notices[await send(call, form)],
}));

const emailOf = ({ email = '' }: Fields) => normalizeEmail(email);

const check = (fields: Fields): InvalidField[] =>
  isEmail(emailOf(fields)) ? [] : [{ field: 'email', message: messages.emailInvalid }];

const title = 'Forgot your password?';
const promise = 'All your submitted work stays safe.';

function WithoutMail() {
  return (
    <AccountPage title={title} promise={promise}>
      <Notice tone="warning" role="note" title="This portal cannot send email yet.">
        <p>Please ask the office for a link. It works once.</p>
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
  const [sent, setSent] = useState(useNavigationNotice(notices));
  const form = useActionForm<NavigationNotice>({
    check,
    keepsFields: true,
    revalidates: false,
    onDone: ({ notice = null }) => setSent(notice),
    onRefused: () => setSent(null),
  });
  const email = form.errorAt('email');
  return (
    <AccountForm
      form={{ ...form, failure: email === undefined ? form.firstFailure : undefined }}
      title={title}
      promise={promise}
      lead="Enter the email that you signed up with. We will send you a link to choose a new password."
      button="Send me a link"
      message={
        sent !== null &&
        !form.isBusy && (
          <Notice tone={sent === messages.resetLinkSent ? 'success' : 'warning'} role="alert">
            {sent}
          </Notice>
        )
      }
      footer={
        <>
          <Link to="/login">Back to the login</Link>
          <p>No email? Check your spam folder first, then ask the office for a link.</p>
        </>
      }
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </AccountForm>
  );
}
