import { Navigate } from 'react-router';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** Somebody who signs up moves from the imported people to the accounts; the link is for pages without scripts. */
export function MovedTo({ to }: { to: string }) {
  return (
    <Notice role="note" title="This person is on another page now">
      <Navigate to={to} replace />
      <ButtonLink to={to} replace>
        Open this person
      </ButtonLink>
    </Notice>
  );
}
