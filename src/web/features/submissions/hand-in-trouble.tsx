import { useLocation } from 'react-router';
import { CallError } from '../../lib/client.ts';
import { loginAddress } from '../../lib/session.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why a hand-in did not go through; what was typed and picked stays in the form. */
export function HandInTrouble({ failure, isRepeating }: { failure: CallError; isRepeating: boolean }) {
  const { pathname, search } = useLocation();
  if (failure.code === 'cancelled') return <Notice>{failure.message}</Notice>;
  return (
    <Notice tone="error" title={failure.message}>
      {failure.status === 401 && (
        <p>
          <a href={loginAddress(pathname + search)} target="_blank" rel="noreferrer">
            Log in in another tab
          </a>
          , then come back and press Submit again. What you typed and picked stays here.
        </p>
      )}
      {isRepeating && <p>The portal sends it again by itself. You can leave this page open.</p>}
    </Notice>
  );
}
