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
        sentence="The office will place you in a batch. You need not do anything."
        action={<Button onClick={onCheckAgain}>Check again</Button>}
      />
    );
  }
  return (
    <Callout
      label="Next step"
      sentence="Choose your project. Read the details first: you cannot change your choice."
      time="Your four weeks begin when you choose."
      action={
        <ButtonLink to="#available-projects" reloadDocument onClick={showProjects}>
          See the projects
        </ButtonLink>
      }
    />
  );
}
