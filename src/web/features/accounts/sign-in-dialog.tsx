import { useEffect, useState } from 'react';
import { academyLoginPath } from '#contract/accounts/academy-login';
import type { CurrentUser, SecondStep } from '#contract/accounts/calls';
import { useForm } from '../../lib/forms/use-form.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { useSite } from '../../lib/page/site.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { logIn, loginErrorMessage, LoginWaiting, stopWaiting, useLoginWaits } from './log-in.tsx';
import { CodeField, PasskeyChoice, stepByCode, stepByPasskey } from './second-factor/second-step.tsx';

export function SignInDialog({ email, onDone }: { email: string; onDone: (isSignedIn: boolean) => void }) {
  const isWaiting = useLoginWaits();
  const { academyLogin } = useSite();
  const [step, setStep] = useState<SecondStep | null>(null);
  const hasFile = useOutbox().some(({ fileDraft }) => fileDraft !== null);
  const whatIsSafe = hasFile ? 'Your text and file are' : 'Your text is';
  const form = useForm<CurrentUser | SecondStep>({
    keepsFields: true,
    send({ fields: { by, password = '', code = '' } }) {
      if (by === 'passkey') return stepByPasskey();
      return step === null ? logIn({ email, password }) : stepByCode(code);
    },
    onDone(entered) {
      if ('role' in entered) onDone(true);
      else setStep(entered);
    },
  });
  const { isBusy } = form;
  const failure = isBusy ? undefined : form.refused?.failure;
  const { ref } = form.attributes;
  const typed = step === null ? 'password' : 'code';
  // Browsers would focus the email field, which is filled in.
  useEffect(() => ref.current?.querySelector<HTMLElement>(`[name=${typed}]`)?.focus(), [ref, typed]);
  return (
    <FormDialog
      title="Please log in again"
      form={form}
      button={step === null ? 'Login' : 'Continue'}
      cancel="Not now"
      onClose={() => onDone(false)}
      onInput={stopWaiting}
    >
      <Stack>
        <p>{`You have been logged out. ${whatIsSafe} safe and will be sent after you log in.`}</p>
        {step === null ? (
          <Stack>
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              readOnly
              value={email}
            />
            <PasswordField label="Password" name="password" autoComplete="current-password" required />
          </Stack>
        ) : (
          <Stack>
            {step.passkey && <PasskeyChoice isBusy={isBusy} onPress={() => form.submit({ by: 'passkey' })} />}
            <CodeField hasApp={step.app} error={undefined} />
          </Stack>
        )}
        <MessageRoom>
          {isWaiting && <LoginWaiting />}
          {failure !== undefined && (
            <Notice tone="error">{step === null ? loginErrorMessage(failure) : failure.message}</Notice>
          )}
        </MessageRoom>
        {academyLogin !== null && (
          // Leaves this screen and returns: typed text stays in its draft.
          <ButtonLink to={academyLoginPath} reloadDocument variant="secondary" wide>
            {academyLogin.button}
          </ButtonLink>
        )}
      </Stack>
    </FormDialog>
  );
}
