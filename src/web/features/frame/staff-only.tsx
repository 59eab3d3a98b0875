import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** For students on a staff screen. */
export function StaffOnly({ user }: { user: CurrentUser }) {
  return (
    <EmptyState
      title="This page is for mentors"
      action={<ButtonLink to={homeOf(user)}>Go to your dashboard</ButtonLink>}
    >
      <p>{`You are logged in as ${user.s_name}, student. Your own submissions and marks are on your project dashboard.`}</p>
    </EmptyState>
  );
}
