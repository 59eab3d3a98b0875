import type { ReactNode } from 'react';
import { homeLinkOf } from '#contract/home-links';
import { homeOf } from '#contract/screens';
import { errorMessage, failureOf } from '../lib/calls/call-error.ts';
import type { Result } from '../lib/calls/deferred.ts';
import { useAutomaticRetry } from '../lib/calls/use-automatic-retry.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, ErrorState, loadsAgain } from '../ui/states.tsx';
import { useFrameData } from './frame-data.ts';

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
  title?: string | undefined;
  error: unknown;
  /** In place of loading the screen's data again. */
  onRetry?: () => void;
}) {
  const user = useFrameData()?.user;
  const { retry, isRetried } = useAutomaticRetry(error, onRetry);
  const permanentTitle = permanentErrors[failureOf(error)?.status ?? 0];
  if (permanentTitle === undefined) {
    return (
      <ErrorState title={title} onRetry={retry}>
        <p>{errorMessage(error)}</p>
        {isRetried && <p>{loadsAgain}</p>}
      </ErrorState>
    );
  }
  return (
    <EmptyState
      title={permanentTitle}
      action={
        <ButtonLink to={user ? homeOf(user) : '/'}>{homeLinkOf(user ?? { role: 'student' })}</ButtonLink>
      }
    >
      <p>{errorMessage(error)}</p>
    </EmptyState>
  );
}

export function ResultPart<T>({
  result,
  title,
  children,
}: {
  result: Result<T>;
  title?: string;
  children: (value: T) => ReactNode;
}) {
  if ('value' in result) return children(result.value);
  return <LoadError title={title} error={result.error} />;
}
