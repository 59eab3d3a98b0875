import { OfficeContact } from '../../lib/office-contact.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown instead of the projects to students without a batch. */
export function WaitingForPlacement() {
  return (
    <EmptyState title="You are waiting for placement">
      <p>
        The academy's office will place you in a batch. Then your course, mentor, start date and projects
        appear here. You do not need to sign up again.
        <OfficeContact />
      </p>
    </EmptyState>
  );
}
