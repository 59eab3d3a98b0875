import { OfficeContact } from '../../lib/office-contact.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown instead of the projects to students without a batch. */
export function WaitingForPlacement() {
  return (
    <EmptyState title="You are waiting for placement">
      <p>
        The academy's office places you by hand. As soon as that is done, your course, your mentor, your start
        date and the projects of your course appear here. You need not sign up again.
        <OfficeContact />
      </p>
    </EmptyState>
  );
}
