import type { ReactNode } from 'react';
import type { StudentCourse } from '#contract/accounts/calls';
import { choosingAt } from '#contract/selections/choosing';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './choose-project.module.css';
import { Link } from 'react-router';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import { Card } from '../../ui/card.tsx';
import { Stack } from '../../ui/layout.tsx';

const instantOf = (value: string | null) => (value === null ? null : Date.parse(value));

/** Always open where the batch sets no times. @param now the server's, in milliseconds since 1970 UTC */
export function choosingState({ s_choosing: times }: StudentCourse, now: number): 'early' | 'open' | 'over' {
  if (times === undefined) return 'open';
  return choosingAt({ from: instantOf(times.from), until: instantOf(times.until) }, now);
}

type Closed = { course: StudentCourse; state: 'early' | 'over' };

/** When the student can choose, or could. */
export function ChoosingTime({ course: { s_choosing: times }, state }: Closed) {
  return state === 'early' ? (
    <>
      <span>You can choose a project from </span>
      <Time value={times?.from ?? ''} />
      <span>.</span>
    </>
  ) : (
    <>
      <span>Choosing ended on </span>
      <Time value={times?.until ?? ''} />
      <span>. Your academy will choose a project for you.</span>
    </>
  );
}

/** Replaces the form while the batch does not choose: the student can say which project they would like. */
export function OutsideChoosing({ course, state, p_id, back }: Closed & { p_id: string; back: ReactNode }) {
  const preferred = course.s_choosing?.preferred ?? null;
  const isPreferred = preferred === p_id;
  const form = useActionForm({ act: 'prefer', hidden: isPreferred ? { remove: 'yes' } : {} });
  return (
    <>
      <p>
        <ChoosingTime course={course} state={state} />
      </p>
      <p>
        {isPreferred
          ? 'You prefer this project. The office sees it.'
          : `Tell the office which project you prefer.${preferred === null ? '' : ' It replaces your earlier preference.'}`}
      </p>
      <ActionForm
        form={form}
        button={isPreferred ? 'Remove my preference' : 'I prefer this project'}
        variant={isPreferred ? 'secondary' : 'primary'}
        className={styles['form']}
        buttons={styles['actions']}
        further={back}
      />
    </>
  );
}

/** Whether a recorded exit score keeps a student from choosing; without a score they can. */
export function isScoreLow({ s_exitscore }: StudentCourse): boolean {
  return s_exitscore !== null && s_exitscore < limits.exitScoreMin;
}

function mentorsText(mentors: string | null): string {
  if (mentors === null) return 'the academy’s office';
  return `${mentors.includes(',') ? 'your mentors' : 'your mentor'}, ${mentors}, or to the academy’s office`;
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
        <h2 id="low-score">{messages.exitScoreLow}</h2>
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
