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
          ? 'The portal is empty. First come the courses, each with its batches and projects, then the people. What students hand in stands here.'
          : 'You do not mentor a batch yet. Once the office has given you one, what its students hand in stands here.'}
      </p>
    </EmptyState>
  );
}
