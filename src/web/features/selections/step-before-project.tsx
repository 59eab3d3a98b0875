import type { MouseEvent } from 'react';
import type { StudentCourse } from '#contract/accounts/calls';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';

/** The way to the projects; before its script it is a link within the page. */
function showProjects(event: MouseEvent): void {
  event.preventDefault();
  const heading = document.getElementById('available-projects');
  heading?.scrollIntoView({ behavior: 'smooth' });
  heading?.focus({ preventScroll: true });
}

/** The next step of a student without a project: wait for placement, or choose. */
export function StepBeforeProject({
  course: { s_course },
  onCheckAgain,
}: {
  course: StudentCourse;
  onCheckAgain: () => void;
}) {
  if (s_course === null) {
    return (
      <Callout
        label="Next step"
        sentence="You are waiting to be placed in a batch. There is nothing that you need to do."
        action={<Button onClick={onCheckAgain}>Check again</Button>}
      />
    );
  }
  return (
    <Callout
      label="Next step"
      sentence="Choose your project. Read the details first: the choice is for good."
      time="Your four weeks begin at the moment of your choice."
      action={
        <ButtonLink to="#available-projects" reloadDocument onClick={showProjects}>
          See the projects
        </ButtonLink>
      }
    />
  );
}
