import { homeOf } from '#contract/screens';
import { errorMessage, failureOf } from '../lib/calls/call-error.ts';
import { useAutomaticRetry } from '../lib/calls/use-automatic-retry.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, ErrorState, loadsAgain } from '../ui/states.tsx';
import { useFrameData } from './frame-data.ts';

/** Errors that a retry cannot fix. */
const permanentErrors: Record<number, string> = {
  403: 'You cannot open this page',
  404: 'This page was not found',
};

/** A load error with an automatic retry, or with a link home where a retry cannot help. */
export function LoadError({
  title,
  error,
  onRetry,
}: {
  title?: string;
  error: unknown;
  onRetry: () => void;
}) {
  const user = useFrameData()?.user;
  const isRetried = useAutomaticRetry(error, onRetry);
  const permanentTitle = permanentErrors[failureOf(error)?.status ?? 0];
  if (permanentTitle === undefined) {
    return (
      <ErrorState {...(title !== undefined && { title })} onRetry={onRetry}>
        <p>{errorMessage(error)}</p>
        {isRetried && <p>{loadsAgain}</p>}
      </ErrorState>
    );
  }
  const isStaff = user !== undefined && user.role !== 'student';
  return (
    <EmptyState
      title={permanentTitle}
      action={
        <ButtonLink to={user ? homeOf(user) : '/'}>
          {isStaff ? 'Go to your batches' : 'Go to your dashboard'}
        </ButtonLink>
      }
    >
      <p>{errorMessage(error)}</p>
    </EmptyState>
  );
}
