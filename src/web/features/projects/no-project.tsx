import { Link } from 'react-router';
import { messages } from '#contract/messages';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

/** For an unknown project, and a malformed answer. */
export function NoProject({
  reason,
  backTo,
  onRetry,
}: {
  reason: 'unknown' | 'malformed';
  backTo: string;
  onRetry: () => void;
}) {
  if (reason === 'malformed') {
    return (
      <ErrorState title="This project could not be shown" onRetry={onRetry}>
        <p>
          The portal's answer could not be read. Please try again in a moment, or go to{' '}
          <Link to={backTo}>your dashboard</Link>.
        </p>
      </ErrorState>
    );
  }
  return (
    <EmptyState
      title={messages.projectNotFound}
      action={<ButtonLink to={backTo}>Go to your dashboard</ButtonLink>}
    >
      <p>There is no project at this address. Check the link, or go to your dashboard.</p>
    </EmptyState>
  );
}
