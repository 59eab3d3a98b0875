import { useState, type ReactNode } from 'react';
import { useActionData, useLocation, useNavigate } from 'react-router';
import { errorMessage } from '../../lib/calls/client.ts';
import type { RefusedForm } from '../../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../../lib/forms/form-fields.ts';
import type { LinkState } from '../../lib/session/one-time-link.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountFooter, AccountForm, AccountPage, focusField } from './account-form.tsx';
import { FormAlert } from './form-alert.tsx';
import type { NavigationNotice } from './navigation-notice.ts';
import { postedErrors, useFormErrors } from './use-form-errors.ts';

/** Shown in place of the form for an invalid link. */
export const deadLinks: Record<Exclude<LinkState, 'good' | 'done'>, { title: string; text: string }> = {
  dead: {
    title: 'This link has been used already or has expired',
    text: 'Each link works once, and for a limited time. Nothing has been changed.',
  },
  missing: {
    title: 'This link is not complete',
    text: 'Please open the link from your message again, or copy all of it.',
  },
};

/**
 * The form of a one-time link: sends the token in the address. An invalid link shows a message and the next
 * step.
 */
export function TokenForm({
  title,
  lead,
  promise,
  button,
  check,
  send,
  link,
  wayOn,
  children,
}: {
  title: string;
  lead: ReactNode;
  promise: string;
  button: string;
  /** The failed checks, in field order. */
  check: (fields: Fields) => InvalidField[];
  /** Returns the message for the login screen. */
  send: (token: string, fields: Fields) => Promise<string>;
  /** undefined where only the server knows. */
  link: LinkState | undefined;
  /** How to get a valid link. */
  wayOn: ReactNode;
  /** The fields; `errorOf` gives a field's error, `initial` the first values. */
  children: (errorOf: (field: string) => string | undefined, initial: Fields) => ReactNode;
}) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const refused = useActionData<RefusedForm>();
  const [isBusy, setBusy] = useState(false);
  const errors = useFormErrors(() => postedErrors(refused));

  const submit = async (fields: Fields, form: HTMLFormElement) => {
    if (isBusy) return;
    const wrong = check(fields);
    errors.show(wrong);
    if (wrong[0] !== undefined) return focusField(form, wrong[0]);
    setBusy(true);
    try {
      const notice = await send(new URLSearchParams(search).get('token') ?? '', fields);
      const state: NavigationNotice = { notice };
      await navigate('/login', { replace: true, state });
    } catch (error) {
      errors.show([{ message: errorMessage(error) }]);
      setBusy(false);
    }
  };

  if (link !== undefined && link !== 'good') {
    const { title: reason, text } = deadLinks[link === 'done' ? 'dead' : link];
    return (
      <AccountPage title={title} promise={promise}>
        <Notice tone="warning" role="note" title={reason}>
          <p>{text}</p>
        </Notice>
        <AccountFooter>{wayOn}</AccountFooter>
      </AccountPage>
    );
  }
  return (
    <AccountForm
      title={title}
      lead={lead}
      promise={promise}
      onSubmit={(fields, form) => void submit(fields, form)}
      onChange={(fields) => errors.forgive(check(fields))}
      footer={wayOn}
    >
      {children(errors.errorOf, refused?.values ?? {})}
      <FormAlert errors={errors} />
      <Button type="submit" wide busy={isBusy}>
        {button}
      </Button>
    </AccountForm>
  );
}
