import { messages } from '#contract/messages';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown instead of a form to students without a project. */
export function NoProjectYet() {
  return (
    <EmptyState
      title="Your project comes first"
      action={<ButtonLink to="/StudentDashboard">See the available projects</ButtonLink>}
    >
      <p>{messages.noProjectYet}</p>
    </EmptyState>
  );
}
