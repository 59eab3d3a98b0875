import type { StudentCourse } from '#contract/accounts';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';

function showProjects() {
  const heading = document.getElementById('available-projects');
  heading?.scrollIntoView({ behavior: 'smooth' });
  heading?.focus({ preventScroll: true });
}

/** The next step of a student without a project: wait for placement, talk to the mentor, or choose. */
export function StepBeforeProject({
  course: { s_course, s_exitscore },
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
  const isLow = s_exitscore !== null && s_exitscore < limits.exitScoreMin;
  return (
    <Callout
      label="Next step"
      sentence={
        isLow
          ? `${messages.exitScoreLow}. Please talk to your mentor.`
          : 'Choose your project. Read the details first: the choice is for good.'
      }
      time={isLow ? undefined : 'Your four weeks begin at the moment of your choice.'}
      action={<Button onClick={showProjects}>{isLow ? 'Look at the projects' : 'See the projects'}</Button>}
    />
  );
}
