import { useState } from 'react';
import { Link, redirect, useLocation, useNavigate } from 'react-router';
import { landingOf, pageTitle, safeNext } from '#contract/screens';
import { AccountForm, focusField } from '../features/accounts/account-form.tsx';
import { FormAlert } from '../features/accounts/form-alert.tsx';
import {
  checkCode,
  CodeField,
  PasskeyChoice,
  stepByCode,
  stepByPasskey,
} from '../features/accounts/second-factor/second-step.tsx';
import { postedErrors, useFormErrors } from '../features/accounts/use-form-errors.ts';
import { errorMessage, failureOf } from '../lib/calls/call-error.ts';
import { formAction, refuseInvalid } from '../lib/forms/form-action.ts';
import type { Fields } from '../lib/forms/form-fields.ts';
import { useRefusedForm } from '../lib/forms/refused-form.ts';
import type { CurrentUser } from '#contract/accounts/calls';
import { Button } from '../ui/button.tsx';

export const meta = () => [{ title: pageTitle('One more step') }, { name: 'robots', content: 'noindex' }];

export const action = formAction(async (call, { fields, search, user }) => {
  const next = safeNext(search.get('next'));
  // A double submit: the first has logged in.
  if (user !== null) return redirect(next ?? landingOf(user), 303);
  refuseInvalid(checkCode(fields)[0] ?? null);
  const { student } = await call('sendLoginCode', { body: { code: fields['code'] ?? '' } });
  return redirect(next ?? landingOf(student), 303);
});

export default function SecondStep() {
  const navigate = useNavigate();
  const params = new URLSearchParams(useLocation().search);
  const kinds = params.get('with')?.split(' ') ?? ['passkey', 'app'];
  const refused = useRefusedForm();
  const errors = useFormErrors(() => postedErrors(refused));
  const [isOver, setOver] = useState(refused?.failure.code === 'login_over');
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);

  const enter = async (by: 'code' | 'passkey', step: () => Promise<CurrentUser>) => {
    if (busy !== null) return;
    setBusy(by);
    try {
      const user = await step();
      await navigate(safeNext(params.get('next')) ?? landingOf(user), {
        replace: true,
        state: { s_id: user.s_id },
      });
    } catch (error) {
      setOver(failureOf(error)?.code === 'login_over');
      errors.show([{ message: errorMessage(error) }]);
      setBusy(null);
    }
  };
  const submit = async (fields: Fields, form: HTMLFormElement) => {
    const wrong = checkCode(fields);
    errors.show(wrong);
    if (wrong[0] !== undefined) return focusField(form, wrong[0]);
    await enter('code', () => stepByCode(fields['code'] ?? ''));
  };

  return (
    <AccountForm
      title="One more step"
      lead="Your password is correct. Now confirm it is you."
      promise="Your password alone is not enough to log in."
      onSubmit={(fields, form) => void submit(fields, form)}
      onChange={(fields) => errors.forgive(checkCode(fields))}
      footer={
        <>
          <Link to="/login">Start again</Link>
          <span>No code or passkey? The academy's office can help.</span>
        </>
      }
    >
      {kinds.includes('passkey') && (
        <PasskeyChoice
          isBusy={busy === 'passkey'}
          onPress={() => {
            errors.show([]);
            void enter('passkey', stepByPasskey);
          }}
        />
      )}
      <CodeField hasApp={kinds.includes('app')} error={errors.errorOf('code')} />
      <FormAlert errors={errors}>
        {isOver && (
          <p>
            <Link to="/login">Log in again</Link>
          </p>
        )}
      </FormAlert>
      <Button
        type="submit"
        wide
        busy={busy === 'code'}
        variant={kinds.includes('passkey') ? 'secondary' : 'primary'}
      >
        Continue
      </Button>
    </AccountForm>
  );
}
