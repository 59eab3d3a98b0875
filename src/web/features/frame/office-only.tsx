import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function OfficeOnly({ user }: { user: CurrentUser }) {
  return (
    <EmptyState
      title="This page is for the academy’s office"
      action={
        <ButtonLink to={homeOf(user)}>
          {user.role === 'student' ? 'Go to your dashboard' : 'Go to the submissions'}
        </ButtonLink>
      }
    >
      <p>{`You are logged in as ${user.s_name}, ${user.role}. Only administrators can open this page.`}</p>
    </EmptyState>
  );
}
