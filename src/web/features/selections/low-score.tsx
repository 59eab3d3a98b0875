import type { StudentCourse } from '#contract/accounts';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './low-score.module.css';

/** Whom to talk to: the mentors by name, where there are any. */
function mentorsText(mentors: string | null): string {
  if (mentors === null) return 'the academy’s office';
  return `${mentors.includes(',') ? 'your mentors' : 'your mentor'}, ${mentors}, or to the academy’s office`;
}

/** Says to a student whose score is too low that no project can be chosen now, and whom to talk to. */
export function LowScore({ course, batch }: { course: StudentCourse; batch: string | null }) {
  return (
    <section className={styles['refusal']} aria-labelledby="low-score">
      <h2 id="low-score">{messages.exitScoreLow}</h2>
      <p>
        Your recorded score is <strong>{course.s_exitscore}</strong>; a project can be chosen from{' '}
        {limits.exitScoreMin} on. Please talk to {mentorsText(course.s_mentor)}: the office records scores,
        and as soon as it records a new one you can choose here.
      </p>
      <p>Until then you can read every project, and the forum of your batch is open to you.</p>
      {batch !== null && (
        <ButtonLink to={`/discussion/${encodeURIComponent(batch)}`} variant="secondary">
          Go to the Discussion Forum
        </ButtonLink>
      )}
    </section>
  );
}
