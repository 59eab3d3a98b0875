import type { ReactNode } from 'react';
import type { StudentCourse } from '#contract/accounts/calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './choose-project.module.css';

type Closed = { course: StudentCourse; state: 'early' | 'over' };

/** When the student can choose, or could. */
export function ChoosingTime({ course: { s_choosing: times }, state }: Closed) {
  return state === 'early' ? (
    <>
      <span>You can choose a project after </span>
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
  const form = useActionForm({ formName: 'prefer', hidden: isPreferred ? { remove: 'yes' } : {} });
  return (
    <>
      <p>
        <ChoosingTime course={course} state={state} />
      </p>
      <p>
        {isPreferred
          ? 'You prefer this project. The office sees your preference.'
          : `You can tell the office which project you prefer.${preferred === null ? '' : ' A new preference replaces your earlier one.'}`}
      </p>
      <ActionForm
        form={form}
        button={isPreferred ? 'Remove my preference' : 'I prefer this project'}
        variant={isPreferred ? 'secondary' : 'primary'}
        gap={5}
        buttons={styles['actions']}
        further={back}
      />
    </>
  );
}
