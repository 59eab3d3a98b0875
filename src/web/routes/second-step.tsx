import { Link, redirect, useLocation, useNavigate } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { landingOf, safeNext } from '#contract/screens';
import { AccountForm } from '../features/accounts/account-form.tsx';
import {
  checkCode,
  CodeField,
  PasskeyChoice,
  stepByCode,
  stepByPasskey,
} from '../features/accounts/second-factor/second-step.tsx';
import { browserAction, formAction, refuseInvalid } from '../lib/forms/form-action.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { useForm } from '../lib/forms/use-form.ts';
import { pageMeta } from '../lib/page/page-meta.ts';

export const meta = pageMeta('One more step', { name: 'robots', content: 'noindex' });

export const action = formAction(async (call, { fields, search, user }) => {
  const next = safeNext(search.get('next'));
  // A double submit: the first has logged in.
  if (user !== null) return redirect(next ?? landingOf(user), 303);
  refuseInvalid(checkCode(fields));
  const { student } = await call('sendLoginCode', { body: { code: fields['code'] ?? '' } });
  return redirect(next ?? landingOf(student), 303);
});
export const clientAction = browserAction<CurrentUser>((_, { fields }) => {
  refuseInvalid(checkCode(fields));
  return stepByCode(fields['code'] ?? '');
});

export default function SecondStep() {
  const navigate = useNavigate();
  const params = new URLSearchParams(useLocation().search);
  const kinds = params.get('with')?.split(' ') ?? ['passkey', 'app'];
  const enter = (user: CurrentUser) =>
    navigate(safeNext(params.get('next')) ?? landingOf(user), {
      replace: true,
      state: { s_id: user.s_id },
    });
  const passkey = useForm({
    send: async () => void (await enter(await stepByPasskey())),
  });
  const form = useActionForm<CurrentUser>({
    check: checkCode,
    keepsFields: true,
    revalidates: false,
    onDone: (user) => void enter(user),
  });
  const isOver = [passkey.refusal?.code, form.refused?.failure.code].includes('login_over');
  const failure = (passkey.refusal ?? form.refusal)?.message;
  return (
    <AccountForm
      form={{ ...form, failure }}
      title="One more step"
      lead="Your password is correct. Now confirm it is you."
      promise="Two-step verification protects your account."
      button="Continue"
      variant={kinds.includes('passkey') ? 'secondary' : 'primary'}
      further={isOver && <Link to="/login">Log in again</Link>}
      footer={
        <>
          <Link to="/login">Start again</Link>
          <span>No code or passkey? The office can help.</span>
        </>
      }
    >
      {kinds.includes('passkey') && (
        <PasskeyChoice isBusy={passkey.isBusy} onPress={() => passkey.submit()} />
      )}
      <CodeField hasApp={kinds.includes('app')} error={form.errorAt('code')} />
    </AccountForm>
  );
}
