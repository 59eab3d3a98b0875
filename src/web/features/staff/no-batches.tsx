import type { CurrentUser } from '#contract/accounts';
import { EmptyState } from '../../ui/states.tsx';

/** For staff without a batch. */
export function NoBatches({ user }: { user: CurrentUser }) {
  return (
    <EmptyState title="No batch yet">
      <p>
        {user.role === 'administrator'
          ? 'The catalogue has no batch. Once one is imported, what its students hand in stands here.'
          : 'You do not mentor a batch yet. Once the office has given you one, what its students hand in stands here.'}
      </p>
    </EmptyState>
  );
}
