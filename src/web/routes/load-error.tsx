import { useRouteLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { CallError, errorMessage } from '../lib/client.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

/** What will not come however often one asks. */
const closed: Record<number, string> = {
  403: 'This is not open to you',
  404: 'There is nothing here',
};

/**
 * In place of what did not come: in words, with a way to try again, or, where trying again cannot help, with the way home.
 */
export function LoadError({
  title,
  error,
  onRetry,
}: {
  title?: string;
  error: unknown;
  onRetry: () => void;
}) {
  const student = useRouteLoaderData<CurrentUser>('routes/signed-in-frame');
  const why = error instanceof CallError ? closed[error.status] : undefined;
  if (why === undefined) {
    return (
      <ErrorState {...(title !== undefined && { title })} onRetry={onRetry}>
        <p>{errorMessage(error)}</p>
      </ErrorState>
    );
  }
  const isStaff = student !== undefined && student.role !== 'student';
  return (
    <EmptyState
      title={why}
      action={
        <ButtonLink to={student ? homeOf(student) : '/'}>
          {isStaff ? 'Go to your batches' : 'Go to your dashboard'}
        </ButtonLink>
      }
    >
      <p>{errorMessage(error)}</p>
    </EmptyState>
  );
}
