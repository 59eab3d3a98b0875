import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Somebody who signs up moves from the imported people to the accounts; the link is for pages without scripts. */
export function MovedTo({ to }: { to: string }) {
  const navigate = useNavigate();
  // `<Navigate>` does the same, but prints a warning where the server renders it.
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return (
    <Notice role="note" title="This person is on another page now">
      <ButtonLink to={to} replace>
        Open this person
      </ButtonLink>
    </Notice>
  );
}
