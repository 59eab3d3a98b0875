import { useLocation } from 'react-router';
import { loginAddress } from '../../lib/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { PageBody } from '../../ui/frame.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';

/** Text fields of signed-in forms, by name. */
const labels: Record<string, string> = {
  question: 'Your question',
  answer: 'Your comment',
  links: 'Links',
  comments: 'Comments',
  marks: 'Marks',
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
