import type { CurrentUser } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** In place of the staff's own screen, for students who have opened it: why it is not for them, and where they belong. */
export function StaffOnly({ who }: { who: CurrentUser }) {
  return (
    <EmptyState
      title="This screen belongs to mentors"
      action={<ButtonLink to={homeOf(who)}>Go to your dashboard</ButtonLink>}
    >
      <p>
        You are signed in as {who.s_name}, student. Mentors mark here what their batches have handed in; your
        own hand-ins and marks stand on your project dashboard.
      </p>
    </EmptyState>
  );
}
