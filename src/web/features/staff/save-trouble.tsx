import { useLocation } from 'react-router';
import { CallError, wordsOf } from '../../lib/client.ts';
import { loginAddress } from '../../lib/session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why marks were not saved. What was typed stays, here and on the device, also through a new login. */
export function SaveTrouble({ of }: { of: unknown }) {
  const { pathname, search } = useLocation();
  const isSignedOut = of instanceof CallError && of.status === 401;
  return (
    <Notice tone="error" title={wordsOf(of)}>
      {isSignedOut ? (
        <p>
          Your session has ended, and nothing was saved.{' '}
          <a href={loginAddress(pathname + search)} target="_blank" rel="noreferrer">
            Log in in another tab
          </a>
          , then come back and save again. What you typed stays here.
        </p>
      ) : (
        <p>Nothing was saved. What you typed stays here.</p>
      )}
    </Notice>
  );
}
