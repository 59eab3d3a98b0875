import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { Notice } from '../../ui/notice.tsx';

/** Why a student under 18 cannot choose a project yet. */
export function GuardianNotice({ user: { guardian } }: { user: CurrentUser }) {
  if (guardian === undefined) return null;
  return (
    <Notice tone="warning" role="note">
      {guardian === 'missing' ? (
        <>
          <span>The office needs your guardian’s name and contact before you can choose a project. </span>
          <Link to="/account#guardian">Add your guardian</Link>
        </>
      ) : (
        <span>The office has not confirmed your guardian yet. You can choose a project after that.</span>
      )}
    </Notice>
  );
}
