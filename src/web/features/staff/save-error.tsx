import { CallError, errorMessage } from '../../lib/client.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why marks were not saved. What was typed stays, here and on the device, also through a new login. */
export function SaveError({ of }: { of: unknown }) {
  const isSignedOut = of instanceof CallError && of.status === 401;
  return (
    <Notice tone="error" title={errorMessage(of)}>
      {isSignedOut ? (
        <p>Your session has ended, and nothing was saved. Save again to log in. What you typed stays here.</p>
      ) : (
        <p>Nothing was saved. What you typed stays here.</p>
      )}
    </Notice>
  );
}
