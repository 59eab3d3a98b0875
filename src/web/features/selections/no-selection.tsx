import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown instead of the project dashboard to students without a project. */
export function NoSelection() {
  return (
    <EmptyState
      title="You have not chosen a project yet"
      action={<ButtonLink to="/StudentDashboard">See the available projects</ButtonLink>}
    >
      <p>
        Your project's document, references, hand-ins and marks come together here once you have chosen one.
        Read the projects of your course first: the choice is for good.
      </p>
    </EmptyState>
  );
}
