import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import type { StudentCourse } from '#contract/accounts/calls';
import { OfficeContact } from '../../lib/office-contact.tsx';
import { describeTypedBatch } from '../../lib/session/typed-batch.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';

/** Leads to the projects; before its script it is a link within the page. */
function showProjects(event: MouseEvent): void {
  event.preventDefault();
  const heading = document.getElementById('available-projects');
  heading?.scrollIntoView({ behavior: 'smooth' });
  heading?.focus({ preventScroll: true });
}

/** The next step of a student without a project: wait for placement, or choose. */
export function StepBeforeProject({
  course,
  onCheckAgain,
}: {
  course: StudentCourse;
  onCheckAgain: () => void;
}) {
  const { s_course, s_typedbatch, s_typedjoining } = course;
  if (s_course === null) {
    const typed =
      s_typedbatch === null ? null : describeTypedBatch(s_typedbatch, null, s_typedjoining === 'invited');
    return (
      <Callout
        label="You are waiting for placement"
        sentence={typed ?? 'The office will place you in a batch. You do not need to do anything.'}
        time={<OfficeContact />}
        action={<Button onClick={onCheckAgain}>Check again</Button>}
      />
    );
  }
  return (
    <Callout
      label="Next step"
      sentence={
        <>
          <span>Choose your project. You cannot change your choice. </span>
          <Link to="#available-projects" reloadDocument onClick={showProjects}>
            See the projects
          </Link>
        </>
      }
      time="Your four weeks begin when you choose."
    />
  );
}
