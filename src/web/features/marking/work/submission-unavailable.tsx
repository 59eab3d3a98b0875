import { errorMessage, toFailure } from '../../../lib/calls/call-error.ts';
import { useAutomaticRetry } from '../../../lib/calls/use-automatic-retry.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, loadsAgain } from '../../../ui/states.tsx';

/** Shown when the submission is unknown, in another batch, or failed to load. */
export function SubmissionUnavailable({
  error,
  list,
  onRetry,
}: {
  error: unknown;
  /** The list's address without it. */
  list: string;
  onRetry: () => void;
}) {
  const { status } = toFailure(error);
  const isRetried = useAutomaticRetry(error, onRetry);
  if (status !== 403 && status !== 404) {
    return (
      <ErrorState title="This submission could not be loaded" onRetry={onRetry}>
        <p>{errorMessage(error)}</p>
        {isRetried && <p>{loadsAgain}</p>}
      </ErrorState>
    );
  }
  return (
    <EmptyState
      title="This submission cannot be opened"
      action={<ButtonLink to={list}>Show the list</ButtonLink>}
    >
      <p>{errorMessage(error)}</p>
    </EmptyState>
  );
}
