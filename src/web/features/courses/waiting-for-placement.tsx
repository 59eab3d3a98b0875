import { EmptyState } from '../../ui/states.tsx';

/** For a student without a batch, in the place of the projects: why there are none, and what happens next. */
export function WaitingForPlacement() {
  return (
    <EmptyState title="You are waiting for placement">
      <p>
        The batch that you named at signup is not one that is open now, so the academy's office places you by
        hand. As soon as that is done, your course, your mentor, your start date and the projects of your
        course appear here. You need not sign up again.
      </p>
    </EmptyState>
  );
}
