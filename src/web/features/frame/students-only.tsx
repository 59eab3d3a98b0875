import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown to staff instead of a student screen, with the way to their own. */
export function StudentsOnly({ user }: { user: CurrentUser }) {
  return (
    <EmptyState
      title="This screen belongs to students"
      action={<ButtonLink to={homeOf(user)}>Go to your batches</ButtonLink>}
    >
      <p>{`You are logged in as ${user.s_name}, ${user.role}. Students choose their project and hand in their work here; you have none of your own to show.`}</p>
    </EmptyState>
  );
}
