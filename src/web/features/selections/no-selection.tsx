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
        Your project's document, references, submissions and marks appear here after your choice. Read the
        projects of your course first: you cannot change your choice.
      </p>
    </EmptyState>
  );
}
