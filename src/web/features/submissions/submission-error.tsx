import { waitingReason, type CallFailure } from '../../lib/call-error.ts';
import { Notice } from '../../ui/notice.tsx';
import { ResendNotice } from '../../ui/resend-notice.tsx';

/** Why a submission failed; the form keeps its content. */
export function SubmissionError({
  failure,
  isRetrying,
  hasLostFile,
}: {
  failure: CallFailure;
  isRetrying: boolean;
  /** The form was posted without script: what was typed came back, and a file cannot. */
  hasLostFile: boolean;
}) {
  if (failure.code === 'cancelled' || failure.code === 'unfinished')
    return <Notice>{failure.message}</Notice>;
  if (isRetrying) return <ResendNotice {...waitingReason(failure)} />;
  return (
    <Notice tone="error" title={failure.message}>
      {hasLostFile && <p>What you typed is here. If you picked a file, please pick it again.</p>}
      {failure.status === 401 && (
        <p>Press Submit to log in and send it. What you typed and picked stays here.</p>
      )}
    </Notice>
  );
}
