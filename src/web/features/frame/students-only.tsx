import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** For staff on a student screen. */
export function StudentsOnly({ user }: { user: CurrentUser }) {
  return (
    <EmptyState
      title="This page is for students"
      action={<ButtonLink to={homeOf(user)}>Go to your batches</ButtonLink>}
    >
      <p>{`You are logged in as ${user.s_name}, ${user.role}. Only students choose a project and submit work.`}</p>
    </EmptyState>
  );
}
