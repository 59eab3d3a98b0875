import { useLocation } from 'react-router';
import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/accounts/calls';
import { loginAddress } from '../../lib/session/session.ts';
import { setReauthPrompt } from '../../lib/session/reauth-prompt.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { PageBody } from '../../ui/frame.tsx';
import { Stack, ScreenHead } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import type * as SignIn from './sign-in-dialog.tsx';
import { loadPart } from '../../lib/calls/load-part.ts';

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

/** Declined where it cannot be loaded: the login is offered again later. */
const loadDialog = (): Promise<typeof SignIn | null> =>
  loadPart(() => import('./sign-in-dialog.tsx')).catch(() => null);

type Prompt = typeof SignIn & { resolve: (isSignedIn: boolean) => void };

/** Asks for the password after a session has ended, then continues the interrupted call. */
export function ReauthDialog({ user }: { user: CurrentUser }) {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  useEffect(
    () =>
      setReauthPrompt(async () => {
        const dialog = await loadDialog();
        return dialog !== null && new Promise<boolean>((resolve) => setPrompt({ ...dialog, resolve }));
      }),
    [],
  );
  if (prompt === null) return null;
  return (
    <prompt.SignInDialog
      email={user.s_id}
      onDone={(isSignedIn) => {
        setPrompt(null);
        prompt.resolve(isSignedIn);
      }}
    />
  );
}
