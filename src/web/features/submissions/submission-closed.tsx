import { openingDay, type Task } from '#contract/dates';
import { studentMessages } from '#contract/student-messages';
import { taskLabel } from '../../lib/task-label.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';

export function NoProjectYet() {
  return (
    <EmptyState
      title="No project yet"
      action={<ButtonLink to="/StudentDashboard">See the available projects</ButtonLink>}
    >
      <p>{studentMessages.noProjectYet}</p>
    </EmptyState>
  );
}

/** Specification, section 2. */
export function NotOpenYet({ task, opensAt }: { task: Task; opensAt: string }) {
  return (
    <EmptyState
      title="(You are not eligible now!!!)"
      action={
        <ButtonLink to="/ProjectDashboard1" variant="secondary">
          Back to the dashboard
        </ButtonLink>
      }
    >
      <p>
        <span>{`The ${taskLabel(task).toLowerCase()} opens ${openingDay(task)} days after your project began, on `}</span>
        <strong>
          <Time value={opensAt} />
        </strong>
        <span>. This page will then open automatically.</span>
      </p>
    </EmptyState>
  );
}
