import { useEffect, useId, useState } from 'react';
import { Link, redirect, useActionData, useNavigate, useSearchParams } from 'react-router';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import {
  AgreeFields,
  NameField,
  NewPasswordField,
  PhoneField,
  readAgreed,
} from '../features/accounts/account-fields.tsx';
import { AccountForm } from '../features/accounts/account-form.tsx';
import { askBack, BatchField, lookUpBatch, UseBatch } from '../features/accounts/batch-field.tsx';
import { noticeAddress, type SignedUpState } from '../features/accounts/navigation-notice.ts';
import { failuresOf, readSignUp, type SignUpForm } from '../features/accounts/sign-up-checks.ts';
import { CallError, type Call } from '../lib/calls/client.ts';
import {
  browserAction,
  formAction,
  refuseInvalid,
  type PostedForm,
  type RefusedForm,
} from '../lib/forms/form-action.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { OfficeContact } from '../lib/office-contact.tsx';
import { describeTypedBatch } from '../lib/session/typed-batch.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

export const meta = pageMeta('Student Signup', {
  name: 'description',
  content: 'Sign up with your batch to choose a project and begin your final weeks of training.',
});

/** How long the success message is shown before the login (specification, section 9), in milliseconds. */
const redirectMs = 1000;

async function send(call: Call, { fields }: PostedForm): Promise<SignedUpState> {
  const { terms, ...typed } = readSignUp({ ...fields, ...(fields['use'] && { batch: fields['use'] }) });
  const body = { ...typed, ...readAgreed(fields) };
  // Only the first failure is shown (specification, section 5).
  refuseInvalid(failuresOf({ ...typed, terms })[0] ?? null);
  const { near, isForInvited } = await lookUpBatch(call, body.batch);
  if (near.length > 0 && fields['asked'] !== body.batch) refuseInvalid(askBack(near));
  const { student } = await call('signUp', { body });
  const batch = describeTypedBatch(body.batch, student.batch, isForInvited);
  return { notice: messages.signedUp, email: student.s_id, batch };
}

/** A redirect cannot carry that the batch differs from the typed one. */
export const action = formAction<SignedUpState>(async (call, form) => {
  const signedUp = await send(call, form);
  return signedUp.batch === null ? redirect(noticeAddress('/login', 'signed-up'), 303) : signedUp;
});
export const clientAction = browserAction<SignedUpState>(async (call, form) => {
  try {
    return await send(call, form);
  } catch (error) {
    if (!(error instanceof CallError && error.status === 409)) throw error;
    return refuseInvalid({ field: 'email', message: error.message });
  }
});

/** The batch last asked about; submitting it again confirms it. */
const askedIn = ({ errors, values }: RefusedForm): string | undefined =>
  errors['batch'] === undefined ? values['asked'] : values['batch'];

type InitialValues = { [Field in keyof SignUpForm]?: string | undefined };

export default function Signup() {
  const navigate = useNavigate();
  const posted = useActionData<SignedUpState | RefusedForm>();
  const [done, setDone] = useState(posted !== undefined && 'notice' in posted ? posted : null);
  const form = useActionForm<SignedUpState>({
    check: (fields) => failuresOf(readSignUp(fields)),
    revalidates: false,
    onDone: setDone,
  });
  const failureId = useId();
  const errorIdOf = (field: keyof SignUpForm) => (form.errorAt(field) === undefined ? undefined : failureId);
  const suggested = form.errorAt('batch') === undefined ? [] : (form.refused?.suggested ?? []);
  const asked = form.refused && askedIn(form.refused);
  // Invitation links name the batch.
  const invited = useSearchParams()[0].get('batch')?.slice(0, limits.batch);
  const initial: InitialValues = done ? {} : { batch: invited, ...form.values };

  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => void navigate('/login', { state: done }), redirectMs);
    return () => clearTimeout(timer);
  }, [done, navigate]);

  return (
    <AccountForm
      form={{
        ...form,
        isBusy: form.isBusy || done !== null,
        failure: form.firstFailure,
        failureId,
      }}
      title="Student Signup"
      promise="One project in four weeks."
      isBeginning
      button="Continue"
      message={
        done !== null && (
          <Notice tone="success" role="alert">
            <p>{done.notice}</p>
            {done.batch !== null && (
              <p>
                <span>{done.batch}</span>
                <OfficeContact />
              </p>
            )}
          </Notice>
        )
      }
      further={<UseBatch names={suggested} />}
      footer={
        <>
          <Link to="/login">Already registered? Login</Link>
          <Link to="/join">Use an invitation code</Link>
        </>
      }
    >
      <NameField defaultValue={initial.name} errorId={errorIdOf('name')} />
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
      <PhoneField defaultValue={initial.phone} errorId={errorIdOf('phone')} />
      <BatchField defaultValue={initial.batch} errorId={errorIdOf('batch')} />
      {asked !== undefined && <input type="hidden" name="asked" value={asked} />}
      <AgreeFields values={done ? undefined : form.values} errorId={errorIdOf('terms')} />
    </AccountForm>
  );
}
