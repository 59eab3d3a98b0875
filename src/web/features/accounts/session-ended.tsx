import { useLocation } from 'react-router';
import { useEffect, useId, useState } from 'react';
import { academyLoginPath } from '#contract/accounts/academy-login';
import type { CurrentUser, SecondStep } from '#contract/accounts/calls';
import { loginAddress } from '../../lib/session/session.ts';
import { ButtonLink, Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PageBody } from '../../ui/frame.tsx';
import { Stack, ScreenHead } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useForm } from '../../lib/forms/use-form.ts';
import { setReauthPrompt } from '../../lib/session/reauth-prompt.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { useSite } from '../../lib/page/site.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { logIn, loginErrorMessage, LoginWaiting, stopWaiting, useLoginWaits } from './log-in.tsx';
import { CodeField, PasskeyChoice, stepByCode, stepByPasskey } from './second-factor/second-step.tsx';

/** Text fields of signed-in forms, by name. */
const labels: Record<string, string> = {
  question: 'Your question',
  answer: 'Your comment',
  links: 'Links',
  comments: 'Comments',
  marks: 'Marks',
  ai_text: 'How you used AI tools',
  text: 'Text',
  words: 'Answer to the student',
  reason: 'Reason',
  note: 'Summary of the change',
};

/** For a form posted without script after the session had ended. */
export function SessionEnded({ values }: { values: Readonly<Record<string, string>> }) {
  const { pathname } = useLocation();
  const typed = Object.entries(values).filter(([name, text]) => name in labels && text.trim() !== '');
  return (
    <PageBody width="reading">
      <Stack gap={5}>
        <ScreenHead title="You have been logged out" />
        <Notice tone="error" title="Nothing was sent.">
          {typed.length === 0
            ? 'Please log in and send it again.'
            : 'Please copy what you typed, log in, and send it again.'}
        </Notice>
        {typed.map(([name, text]) => (
          <TextArea key={name} label={labels[name]} rows={6} readOnly defaultValue={text} />
        ))}
        <p>
          <ButtonLink to={loginAddress(pathname)} reloadDocument>
            Login
          </ButtonLink>
        </p>
      </Stack>
    </PageBody>
  );
}

/** Asks for the password after a session has ended, then continues the interrupted call. */
export function ReauthDialog({ user }: { user: CurrentUser }) {
  const [resolvePrompt, setResolvePrompt] = useState<((isSignedIn: boolean) => void) | null>(null);
  useEffect(
    () => setReauthPrompt(() => new Promise<boolean>((resolve) => setResolvePrompt(() => resolve))),
    [],
  );
  if (resolvePrompt === null) return null;
  return (
    <SignInDialog
      email={user.s_id}
      onDone={(isSignedIn) => {
        setResolvePrompt(null);
        resolvePrompt(isSignedIn);
      }}
    />
  );
}

function SignInDialog({ email, onDone }: { email: string; onDone: (isSignedIn: boolean) => void }) {
  const isWaiting = useLoginWaits();
  const { academyLogin } = useSite();
  const [step, setStep] = useState<SecondStep | null>(null);
  const id = useId();
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
    <Dialog
      title="Please log in again"
      onClose={() => onDone(false)}
      actions={
        <>
          <Button variant="secondary" onClick={() => onDone(false)}>
            Not now
          </Button>
          <Button type="submit" form={id} busy={isBusy}>
            {step === null ? 'Login' : 'Continue'}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} onInput={stopWaiting}>
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
              {step.passkey && (
                <PasskeyChoice isBusy={isBusy} onPress={() => form.submit({ by: 'passkey' })} />
              )}
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
      </Form>
    </Dialog>
  );
}
