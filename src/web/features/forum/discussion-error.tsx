import { Link, useLocation } from 'react-router';
import { CallError, errorMessage } from '../../lib/calls/client.ts';
import { loginAddress } from '../../lib/session/session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Typed text stays as a draft, also through a new login. */
function FailureText({ of }: { of: unknown }) {
  const { pathname } = useLocation();
  const isSignedOut = of instanceof CallError && of.status === 401;
  return (
    <>
      <span>{`${errorMessage(of)} `}</span>
      {isSignedOut && (
        <Link to={loginAddress(pathname)} reloadDocument>
          Log in again
        </Link>
      )}
    </>
  );
}

/** Why an action failed. */
export const DiscussionError = ({ of }: { of: unknown }) => (
  <Notice tone="error">
    <FailureText of={of} />
  </Notice>
);

export const describeFailure = (error: unknown) => <FailureText of={error} />;
