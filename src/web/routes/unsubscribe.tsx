import { useState } from 'react';
import { Link, redirect, useActionData, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { noticeMails, type NoticeMail } from '#contract/notices/notice-kinds';
import type { MailLinkChoice } from '#contract/notices/calls';
import { AccountFooter, AccountForm, AccountPage } from '../features/accounts/account-form.tsx';
import { CallError, call, type Call } from '../lib/calls/client.ts';
import { browserAction, formAction, type PostedForm, type RefusedForm } from '../lib/forms/form-action.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { pageContext, searchOf, serverCall } from '../lib/page/server-call.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { Notice } from '../ui/notice.tsx';

const title = 'Emails from the portal';
const promise = 'You still see all notices in the portal, under the bell.';

export const meta = pageMeta(title, {
  name: 'description',
  content: 'Turn a kind of email off or on with the link in the email.',
});

/** null for an invalid link. */
type LoaderData = MailLinkChoice | null;

async function readLink(make: Call, search: URLSearchParams): Promise<LoaderData> {
  const token = search.get('token') ?? '';
  if (token === '') return null;
  try {
    return await make('readMailLink', { query: { token } });
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

export async function loader({ context }: LoaderFunctionArgs): Promise<LoaderData> {
  const page = context.get(pageContext);
  return readLink(serverCall(page), searchOf(page.url));
}
export const clientLoader = ({ request }: LoaderFunctionArgs): Promise<LoaderData> =>
  readLink(call, new URL(request.url).searchParams);

const choose = (make: Call, { search, fields }: PostedForm): Promise<MailLinkChoice> =>
  make('chooseMailByLink', {
    body: { token: search.get('token') ?? '', is_on: fields['is_on'] === 'true' },
  });

/** One-click requests of mail programs (RFC 8058) are answered without a redirect. */
export const action = formAction<MailLinkChoice>(async (make, form) => {
  const done = await choose(make, form);
  if (form.fields['is_on'] === undefined) return done;
  return redirect(`/unsubscribe?token=${encodeURIComponent(form.search.get('token') ?? '')}`, 303);
});
export const clientAction = browserAction(choose);

const labelsOf = (mails: readonly NoticeMail[]) => mails.map((mail) => noticeMails[mail].label);

function Kinds({ mails }: { mails: readonly NoticeMail[] }) {
  return labelsOf(mails).map((label) => (
    <p key={label}>
      <strong>{label}</strong>
    </p>
  ));
}

const toAccount = (
  <span>
    You can turn every kind of email on and off under <Link to="/account#mails">Your account</Link>.
  </span>
);

function UnknownLink() {
  return (
    <AccountPage title={title} promise={promise}>
      <Notice tone="warning" role="note" title="This link does not work">
        <p>Please open the link from the email again.</p>
      </Notice>
      <AccountFooter>{toAccount}</AccountFooter>
    </AccountPage>
  );
}

function isChoice(data: MailLinkChoice | RefusedForm | undefined): data is MailLinkChoice {
  return data !== undefined && 'mails' in data;
}

export default function Unsubscribe() {
  const loaded = useLoaderData<LoaderData | undefined>() ?? null;
  const posted = useActionData<MailLinkChoice | RefusedForm>();
  const [chosen, setChosen] = useState<MailLinkChoice | null>(null);
  const choice = chosen ?? (isChoice(posted) ? posted : loaded);
  const form = useActionForm<MailLinkChoice>({
    hidden: { is_on: choice?.is_on === true ? 'false' : 'true' },
    revalidates: false,
    onDone: setChosen,
  });
  if (choice === null) return <UnknownLink />;
  const { mails, is_on } = choice;
  return (
    <AccountForm
      form={form}
      title={title}
      promise={promise}
      button={is_on ? 'Turn it off' : 'Turn it on again'}
      variant={is_on ? 'primary' : 'secondary'}
      footer={toAccount}
    >
      {is_on ? (
        <div>
          <p>You get this kind of email:</p>
          <Kinds mails={mails} />
        </div>
      ) : (
        <Notice tone="success" title="You no longer get this kind of email">
          <Kinds mails={mails} />
        </Notice>
      )}
    </AccountForm>
  );
}
