import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { Fields, InvalidField } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import type { LinkState } from '../../lib/session/one-time-link.ts';
import { Notice } from '../../ui/notice.tsx';
import { AccountFooter, AccountForm, AccountPage } from './account-form.tsx';

export const deadLinks: Record<Exclude<LinkState, 'good' | 'done'>, { title: string; text: string }> = {
  dead: {
    title: 'This link has been used already or has expired',
    text: 'Each link works once, and for a limited time. Nothing has been changed.',
  },
  missing: {
    title: 'This link is not complete',
    text: 'Open the link again, or copy the whole link.',
  },
};

/** In place of the form of an invalid link. */
export function DeadLink({
  link,
  children,
  ...page
}: Omit<Parameters<typeof AccountPage>[0], 'lead'> & { link: keyof typeof deadLinks }) {
  const { title: reason, text } = deadLinks[link];
  return (
    <AccountPage {...page}>
      <Notice tone="warning" role="note" title={reason}>
        <p>{text}</p>
      </Notice>
      <AccountFooter>{children}</AccountFooter>
    </AccountPage>
  );
}

/** What a browser's form of a one-time link is answered. `document`: the login as a new document. */
export type TokenOutcome = { notice: string; document?: string };

/** The form of a one-time link, which leads to the login. An invalid link shows a message and the next step. */
export function TokenForm({
  title,
  lead,
  promise,
  button,
  check,
  link = 'good',
  wayOn,
  children,
}: {
  title: string;
  lead: ReactNode;
  promise: string;
  button: string;
  /** The failed checks, in field order. */
  check: (fields: Fields) => InvalidField[];
  /** undefined where only the server knows. */
  link: LinkState | undefined;
  /** How to get a valid link. */
  wayOn: ReactNode;
  children: (form: ReturnType<typeof useActionForm>) => ReactNode;
}) {
  const navigate = useNavigate();
  const form = useActionForm<TokenOutcome>({
    check,
    keepsFields: true,
    revalidates: false,
    onDone: ({ document: address, ...state }) =>
      address === undefined ? void navigate('/login', { replace: true, state }) : location.assign(address),
  });
  if (link !== 'good')
    return (
      <DeadLink title={title} promise={promise} link={link === 'done' ? 'dead' : link}>
        {wayOn}
      </DeadLink>
    );
  return (
    <AccountForm
      form={{ ...form, failure: form.firstFailure }}
      {...{ title, lead, promise, button }}
      footer={wayOn}
    >
      {children(form)}
    </AccountForm>
  );
}
