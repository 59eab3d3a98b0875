import { staffAddress } from '#contract/marking/staff-view';
import { endSentence } from '../../../lib/end-sentence.ts';
import { errorMessage, toFailure } from '../../../lib/calls/call-error.ts';
import { useAutomaticRetry } from '../../../lib/calls/use-automatic-retry.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, loadsAgain } from '../../../ui/states.tsx';

export function BatchUnavailable({
  batch,
  error,
  onRetry,
}: {
  batch: string | null;
  error: unknown;
  onRetry: () => void;
}) {
  const { status } = toFailure(error);
  const isRetried = useAutomaticRetry(error, onRetry);
  if (status !== 403 && status !== 404) {
    return (
      <ErrorState title="The submissions could not be loaded" onRetry={onRetry}>
        <p>{errorMessage(error)}</p>
        {isRetried && <p>{loadsAgain}</p>}
      </ErrorState>
    );
  }
  return (
    <EmptyState
      title={status === 404 ? 'There is no batch with this name' : 'This batch is not one of yours'}
      action={<ButtonLink to={staffAddress({})}>Go to your batches</ButtonLink>}
    >
      <p>
        {status === 404
          ? `No batch is called ${endSentence(batch ?? '')} It may have been renamed. Check the link, or go to your batches.`
          : `Only mentors of ${batch} can open its submissions.`}
      </p>
    </EmptyState>
  );
}
