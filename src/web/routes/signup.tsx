import { useEffect, useId, useRef, useState } from 'react';
import { Link, redirect, useActionData, useNavigate, useSearchParams } from 'react-router';
import { limits, normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import { pageTitle } from '#contract/screens';
import { AccountForm, focusField } from '../features/accounts/account-form.tsx';
import { askBack, BatchField, lookUpBatch, type BatchAnswer } from '../features/accounts/batch-field.tsx';
import { FormAlert } from '../features/accounts/form-alert.tsx';
import { noticeAddress, type SignedUpState } from '../features/accounts/navigation-notice.ts';
import { NewPasswordField } from '../features/accounts/new-password-field.tsx';
import { failuresOf, readSignUp, type SignUpForm } from '../features/accounts/sign-up-checks.ts';
import { postedErrors, useFormErrors } from '../features/accounts/use-form-errors.ts';
import { call, CallError, errorMessage } from '../lib/calls/client.ts';
import { formAction, refuseInvalid, type RefusedForm } from '../lib/forms/form-action.ts';
import type { Fields, InvalidField } from '../lib/forms/form-fields.ts';
import { OfficeContact } from '../lib/office-contact.tsx';
import { useRefusedForm } from '../lib/forms/refused-form.ts';
import { describeTypedBatch } from '../lib/session/typed-batch.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

export const meta = () => [
  { title: pageTitle('Student Signup') },
  {
    name: 'description',
    content: 'Sign up with your batch to choose a project and begin your final weeks of training.',
  },
];

/** How long the success message is shown before the login (specification, section 9), in milliseconds. */
const redirectMs = 1000;

/** After a form post: a redirect cannot carry that the batch differs from the typed one. */
type SignedUp = { signedUp: SignedUpState };

export const action = formAction<SignedUp>(async (call, { fields }) => {
  const { terms, ...body } = readSignUp(fields);
  refuseInvalid(failuresOf({ ...body, terms })[0] ?? null);
  const { near, isForInvited } = await lookUpBatch(call, body.batch, null);
  if (near.length > 0 && fields['asked'] !== body.batch)
    refuseInvalid({ field: 'batch', message: askBack(near) });
  const { student } = await call('signUp', { body });
  const batch = describeTypedBatch(body.batch, student.batch, isForInvited);
  if (batch === null) return redirect(noticeAddress('/login', 'signed-up'), 303);
  return { signedUp: { notice: messages.signedUp, email: student.s_id, batch } };
});

type InitialValues = { [Field in keyof SignUpForm]?: string | undefined };

export default function Signup() {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const posted = useActionData<SignedUp | RefusedForm>();
  const [done, setDone] = useState<SignedUpState | null>(
    posted !== undefined && 'signedUp' in posted ? posted.signedUp : null,
  );
  const refused = useRefusedForm();
  const errors = useFormErrors(() => postedErrors(refused));
  const alertId = useId();
  const errorIdOf = (field: keyof SignUpForm) => (errors.errorOf(field) === undefined ? undefined : alertId);
  /** An email that already has an account. */
  const [taken, setTaken] = useState<string | null>(null);
  /** The batch last asked about; submitting it again confirms it. */
  const [asked, setAsked] = useState(
    (refused?.errors['batch'] !== undefined && refused.values['batch']) || null,
  );
  const suggested = useRef<BatchAnswer | null>(null);
  // Invitation links name the batch.
  const invited = useSearchParams()[0].get('batch')?.slice(0, limits.batch);
  const initial: InitialValues = done ? {} : { batch: invited, ...refused?.values };

  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => void navigate('/login', { state: done }), redirectMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  const check = (form: SignUpForm): InvalidField[] =>
    taken !== null && normalizeEmail(form.email) === taken
      ? [{ field: 'email', message: messages.emailTaken }, ...failuresOf(form)]
      : failuresOf(form);
  const submit = async (fields: Fields, form: HTMLFormElement) => {
    if (isBusy || done !== null) return;
    const { terms, ...body } = readSignUp(fields);
    // Only the first failure is shown (specification, section 5).
    const [wrong] = failuresOf({ ...body, terms });
    errors.show(wrong === undefined ? [] : [wrong]);
    if (wrong !== undefined) return focusField(form, wrong);
    setBusy(true);
    try {
      const { near, isForInvited } = await lookUpBatch(call, body.batch, suggested.current);
      if (near.length > 0 && body.batch !== asked) {
        setAsked(body.batch);
        errors.show([{ field: 'batch', message: askBack(near) }]);
        return focusField(form, { field: 'batch', message: '' });
      }
      const { student } = await call('signUp', { body });
      form.reset();
      setDone({
        notice: messages.signedUp,
        email: student.s_id,
        batch: describeTypedBatch(body.batch, student.batch, isForInvited),
      });
    } catch (error) {
      const isTaken = error instanceof CallError && error.status === 409;
      setTaken(isTaken ? normalizeEmail(body.email) : null);
      errors.show([{ message: errorMessage(error), ...(isTaken && { field: 'email' }) }]);
    } finally {
      setBusy(false);
    }
  };

  return (
    <AccountForm
      title="Student Signup"
      promise="One project in four weeks."
      isBeginning
      onSubmit={(fields, form) => void submit(fields, form)}
      onChange={(fields) => errors.forgive(check(readSignUp(fields)))}
      footer={<Link to="/login">Already registered? Login</Link>}
    >
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={initial.name}
        maxLength={limits.name}
        required
        errorId={errorIdOf('name')}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={initial.email}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email}
        required
        errorId={errorIdOf('email')}
      />
      <NewPasswordField key={String(done !== null)} label="Password" errorId={errorIdOf('password')} />
      <TextField
        label="Phone Number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        defaultValue={initial.phone}
        hint="Ten digits, without the country code"
        required
        errorId={errorIdOf('phone')}
      />
      <BatchField
        defaultValue={initial.batch}
        errorId={errorIdOf('batch')}
        onAnswer={(answer) => (suggested.current = answer)}
      />
      {asked !== null && <input type="hidden" name="asked" value={asked} />}
      <Checkbox
        label="Agree to our terms and conditions"
        name="terms"
        defaultChecked={initial.terms !== undefined}
        required
        hint={
          <Link to="/terms" target="_blank">
            Read them first (opens a new tab)
          </Link>
        }
        errorId={errorIdOf('terms')}
      />
      <FormAlert id={alertId} errors={errors}>
        {done !== null && (
          <Notice tone="success" role="alert">
            <p>{done.notice}</p>
            {done.batch !== null && (
              <p>
                <span>{done.batch}</span>
                <OfficeContact />
              </p>
            )}
          </Notice>
        )}
      </FormAlert>
      <Button type="submit" wide busy={isBusy || done !== null}>
        Continue
      </Button>
    </AccountForm>
  );
}
