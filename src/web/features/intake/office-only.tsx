import type { CurrentUser } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown to everybody but administrators, with the way to their own screen. */
export function OfficeOnly({ user }: { user: CurrentUser }) {
  return (
    <EmptyState
      title="This screen belongs to the academy's office"
      action={<ButtonLink to={homeOf(user)}>Go to your own screen</ButtonLink>}
    >
      <p>You are logged in as {user.s_name}. Administrators take people in here.</p>
    </EmptyState>
  );
}
