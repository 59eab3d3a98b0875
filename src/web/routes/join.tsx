import { useId } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { limits } from '#contract/limits';
import { codeWords } from '#contract/people/invitation-code-words';
import { AccountForm } from '../features/accounts/account-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserAction, formAction, refuseInvalid, type PostedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { useSite } from '../lib/page/site.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { TextField } from '../ui/field.tsx';

const title = 'Use an invitation code';

export const meta = pageMeta(title, {
  name: 'description',
  content: 'Open your invitation with the code on your paper.',
});

/** A field named `code` would come back empty after a refusal, as those of the second step do. */
const read = ({ invitation = '', contact = '' }: Fields) => ({
  code: invitation.trim(),
  contact: contact.trim(),
});

function check(fields: Fields): InvalidField[] {
  const { code, contact } = read(fields);
  return [
    ...(code === '' ? [{ field: 'invitation', message: codeWords.codeRequired }] : []),
    ...(contact === '' ? [{ field: 'contact', message: codeWords.contactRequired }] : []),
  ];
}

async function send(call: Call, { fields }: PostedForm): Promise<{ address: string }> {
  refuseInvalid(check(fields));
  const { token } = await call('openTypedInvitation', { body: read(fields) });
  return { address: `/invitation?token=${token}` };
}
export const action = formAction(async (call, form) => redirect((await send(call, form)).address, 303));
export const clientAction = browserAction(send);

export default function Join() {
  const { academy } = useSite();
  const navigate = useNavigate();
  const form = useActionForm<{ address: string }>({
    check,
    keepsFields: true,
    revalidates: false,
    onDone: ({ address }) => void navigate(address),
  });
  const failureId = useId();
  const field = (name: string) => ({
    name,
    defaultValue: form.values?.[name],
    errorId: form.errorAt(name) === undefined ? undefined : failureId,
  });
  return (
    <AccountForm
      form={{ ...form, failure: form.firstFailure, failureId }}
      title={title}
      promise={`You were invited by ${academy.name}.`}
      lead="The code is on the paper from the office."
      button="Open my invitation"
      footer={<Link to="/signup">No code? Sign up</Link>}
    >
      <TextField
        {...field('invitation')}
        label="Code"
        hint="10 letters and digits, such as 7KQ4M-XW2PD"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <TextField
        {...field('contact')}
        label="Email or phone number"
        hint="The one that the office has"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email}
        required
      />
    </AccountForm>
  );
}
