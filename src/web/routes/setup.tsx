import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import type { SetUp } from '#contract/page-rendering';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { NameField, NewPasswordField } from '../features/accounts/account-fields.tsx';
import { notices, type NoticeName } from '../features/accounts/account-notices.ts';
import { noticeAddress } from '../features/accounts/navigation-notice.ts';
import { failuresOf } from '../features/accounts/sign-up-checks.ts';
import { TokenForm } from '../features/accounts/token-form.tsx';
import { AcademyFields } from '../features/catalogue/academy-fields.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserAction, formAction, refuseInvalid, type PostedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { linkClientLoader, linkLoader, type LinkState } from '../lib/session/one-time-link.ts';
import { pageContext, searchOf } from '../lib/page/server-call.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { Checkbox, TextField } from '../ui/field.tsx';
import { Small } from '../ui/layout.tsx';

export const meta = pageMeta('Set up your academy', {
  name: 'description',
  content: 'Create the first administrator of this portal.',
});

function read(fields: Fields) {
  const { name = '', email = '', password = '', empty } = fields;
  const academy = { academy_name: fields['academy_name'], accent: fields['accent'], zone: fields['zone'] };
  return {
    ...academy,
    name,
    email,
    password,
    sample: empty === undefined ? ('keep' as const) : ('remove' as const),
  };
}

/** The signup's checks, in its order, without student fields. The password must be longer. */
function check(fields: Fields): InvalidField[] {
  const form = { ...read(fields), phone: '0000000000', batch: '-', terms: true };
  const isShort = [...form.password].length < limits.setupPasswordMin;
  return failuresOf({ ...form, password: isShort ? '' : form.password }).map((failure) =>
    failure.field === 'password' ? { ...failure, message: messages.setupPasswordShort } : failure,
  );
}

type LoaderData = { link: LinkState; token: string; setUp: SetUp };

/** Unknown without the server: a sample, and nothing that the environment sets. */
const unknown: SetUp = { hasSample: true, fixed: { name: false, zone: false } };

export async function loader(args: LoaderFunctionArgs): Promise<LoaderData> {
  const link = await linkLoader('setup')(args);
  const page = args.context.get(pageContext);
  const setUp = link === 'good' ? await page.readSetUp() : unknown;
  return { link, token: searchOf(page.url).get('token') ?? '', setUp };
}
export const clientLoader = (args: LoaderFunctionArgs): LoaderData => ({
  link: linkClientLoader(args),
  token: new URL(args.request.url).searchParams.get('token') ?? '',
  setUp: unknown,
});

const noticeOf: Record<string, NoticeName> = {
  [messages.administratorReadyEmpty]: 'administrator-ready-empty',
  [messages.administratorReadySample]: 'administrator-ready-sample',
};

async function send(call: Call, { fields, search }: PostedForm): Promise<NoticeName> {
  refuseInvalid(check(fields));
  const body = { token: search.get('token') ?? '', ...read(fields) };
  const { message } = await call('setUpAdministrator', { body });
  return noticeOf[message] ?? 'administrator-ready';
}
export const action = formAction(async (call, form) =>
  redirect(noticeAddress('/login', await send(call, form)), 303),
);
// By a new document: the frame has another name since.
export const clientAction = browserAction(async (call, form) => {
  const name = await send(call, form);
  return { notice: notices[name], document: noticeAddress('/login', name) };
});

export default function Setup() {
  const { link, token, setUp } = useLoaderData<LoaderData>();
  return (
    <TokenForm
      title="Set up your academy"
      lead="Name your academy, then create the account that manages batches, mentors and marks."
      promise="The first account of this portal."
      button="Create the administrator"
      link={link}
      check={check}
      wayOn={
        <>
          {link !== 'good' && (
            <span>No administrator yet? Restart the portal. The log shows a new link.</span>
          )}
          <Link to="/login">Go to the login</Link>
        </>
      }
    >
      {({ field, errorAt, values }) => (
        <>
          <AcademyFields form={{ field }} token={token} setUp={setUp} />
          <Small as="h2">Your account</Small>
          <NameField {...field('name')} />
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.email}
            required
          />
          <NewPasswordField label="Password" min={limits.setupPasswordMin} error={errorAt('password')} />
          {setUp.hasSample && (
            <Checkbox
              label="Remove the sample and start with an empty portal"
              name="empty"
              defaultChecked={values?.['empty'] !== undefined}
              hint="It has courses, batches and projects to try. You can also remove it later if it is not in use."
            />
          )}
        </>
      )}
    </TokenForm>
  );
}
