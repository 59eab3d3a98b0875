import type { CurrentUser } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** In place of a student's own screen, for staff who have opened it: why it is not for them, and where they belong. */
export function StudentsOnly({ who }: { who: CurrentUser }) {
  return (
    <EmptyState
      title="This screen belongs to students"
      action={<ButtonLink to={homeOf(who)}>Go to your batches</ButtonLink>}
    >
      <p>
        You are signed in as {who.s_name}, {who.role}. Students choose their project and hand in their work
        here; you have none of your own to show.
      </p>
    </EmptyState>
  );
}
