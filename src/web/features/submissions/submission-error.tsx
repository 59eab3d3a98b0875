import { CallError } from '../../lib/client.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why a hand-in did not go through; what was typed and picked stays in the form. */
export function SubmissionError({ failure, isRepeating }: { failure: CallError; isRepeating: boolean }) {
  if (failure.code === 'cancelled' || failure.code === 'unfinished')
    return <Notice>{failure.message}</Notice>;
  if (isRepeating) {
    // Nothing is asked of anybody: what passes by itself is no error.
    const title = failure.code === 'offline' ? 'The portal cannot be reached just now.' : failure.message;
    return (
      <Notice tone="warning" title={title}>
        <p>The portal sends it again by itself. You can leave this page open.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="error" title={failure.message}>
      {failure.status === 401 && (
        <p>Press Submit to log in and send it. What you typed and picked stays here.</p>
      )}
    </Notice>
  );
}
