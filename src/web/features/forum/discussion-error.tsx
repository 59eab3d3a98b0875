import { Link, useLocation } from 'react-router';
import { CallError, errorMessage } from '../../lib/calls/client.ts';
import { loginAddress } from '../../lib/session/session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why an action failed. Typed text stays as a draft, also through a new login. */
export function DiscussionError({ of }: { of: unknown }) {
  const { pathname } = useLocation();
  const isSignedOut = of instanceof CallError && of.status === 401;
  return (
    <Notice tone="error">
      <span>{`${errorMessage(of)} `}</span>
      {isSignedOut && (
        <Link to={loginAddress(pathname)} reloadDocument>
          Log in again
        </Link>
      )}
    </Notice>
  );
}
