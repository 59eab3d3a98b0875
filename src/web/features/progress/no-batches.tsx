import type { CurrentUser } from '#contract/accounts/calls';
import { catalogueAddress } from '#contract/catalogue/catalogue-view';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** For staff without a batch; an administrator of an empty portal is led to where it is filled. */
export function NoBatches({ user }: { user: CurrentUser }) {
  const isOffice = user.role === 'administrator';
  return (
    <EmptyState
      title="No batch yet"
      action={isOffice && <ButtonLink to={catalogueAddress()}>Go to the catalogue</ButtonLink>}
    >
      <p>
        {isOffice
          ? 'First add courses, batches and projects in the catalogue. Then import people.'
          : 'You do not mentor a batch yet. The office assigns batches to mentors.'}
      </p>
    </EmptyState>
  );
}
