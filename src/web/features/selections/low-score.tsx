import { Link } from 'react-router';
import type { StudentCourse } from '#contract/accounts/calls';
import { limits } from '#contract/limits';
import { studentMessages } from '#contract/student-messages';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/layout.tsx';

function mentorsText(mentors: string | null): string {
  if (mentors === null) return 'the office';
  return `${mentors.includes(',') ? 'your mentors' : 'your mentor'}, ${mentors}, or to the office`;
}

export function LowScoreReason({ course }: { course: StudentCourse }) {
  return (
    <p>
      <span>Your recorded score is </span>
      <strong>{course.s_exitscore}</strong>
      <span>{`. Please talk to ${mentorsText(course.s_mentor)}. You can choose a project once the office has recorded a score of ${limits.exitScoreMin} or more.`}</span>
    </p>
  );
}

/** Replaces the next step of a student whose score is too low. */
export function LowScore({ course, batch }: { course: StudentCourse; batch: string | null }) {
  return (
    <Card as="section" aria-labelledby="low-score">
      <Stack gap={2}>
        <h2 id="low-score">{studentMessages.exitScoreLow}</h2>
        <LowScoreReason course={course} />
        <p>
          <span>Until then you can read every project and use the forum of your batch. </span>
          {batch !== null && (
            <Link to={`/discussion/${encodeURIComponent(batch)}`}>Go to the Discussion Forum</Link>
          )}
        </p>
      </Stack>
    </Card>
  );
}
