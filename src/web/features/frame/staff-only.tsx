import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown to students instead of the staff screen, with the way to their own. */
export function StaffOnly({ user }: { user: CurrentUser }) {
  return (
    <EmptyState
      title="This screen belongs to mentors"
      action={<ButtonLink to={homeOf(user)}>Go to your dashboard</ButtonLink>}
    >
      <p>{`You are logged in as ${user.s_name}, student. Mentors mark here what their batches have handed in; your own hand-ins and marks stand on your project dashboard.`}</p>
    </EmptyState>
  );
}
