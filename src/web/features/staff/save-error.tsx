import { CallError, errorMessage } from '../../lib/client.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why marks were not saved. The draft stays on the screen and on the device, also through reauthentication. */
export function SaveError({ error }: { error: unknown }) {
  const isSignedOut = error instanceof CallError && error.status === 401;
  return (
    <Notice tone="error" title={errorMessage(error)}>
      {isSignedOut ? (
        <p>Your session has ended, and nothing was saved. Save again to log in. What you typed stays here.</p>
      ) : (
        <p>Nothing was saved. What you typed stays here.</p>
      )}
    </Notice>
  );
}
