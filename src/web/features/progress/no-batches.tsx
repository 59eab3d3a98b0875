import type { CurrentUser } from '#contract/accounts/calls';
import { officePath } from '#contract/operations/office-view';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function NoBatches({ user }: { user: CurrentUser }) {
  const isOffice = user.role === 'administrator';
  return (
    <EmptyState
      title="No batch yet"
      action={isOffice && <ButtonLink to={officePath}>Go to the office</ButtonLink>}
    >
      <p>
        {isOffice
          ? 'Follow the office’s checklist, from the first course to the first invitation.'
          : 'You do not mentor a batch yet. The office assigns batches to mentors.'}
      </p>
    </EmptyState>
  );
}
