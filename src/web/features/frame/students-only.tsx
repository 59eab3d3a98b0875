import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown to staff instead of a student screen, with the way to their own. */
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
