import type { ReactNode } from 'react';
import type { Selection } from '#contract/selections/calls';
import { endSentence } from '../../lib/end-sentence.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './choose-project.module.css';

/** Replaces the form for a student of another course or of none. */
export function CannotChoose({
  ownCourse,
  projectCourse,
  back,
}: {
  /** Null while the student waits for placement. */
  ownCourse: string | null;
  projectCourse: string;
  back: ReactNode;
}) {
  return (
    <>
      {ownCourse === null ? (
        <p>You are not in a batch yet. When you are, you can choose a project of your course.</p>
      ) : (
        <p key="other-course">
          Only for students of <strong>{projectCourse}</strong>. Your course is <strong>{ownCourse}</strong>.
          Choose one of its projects.
        </p>
      )}
      <Row className={styles['actions']}>
        {back}
        <ButtonLink to="/StudentDashboard" variant={ownCourse === null ? 'secondary' : 'primary'}>
          {ownCourse === null ? 'Go to your dashboard' : 'See your projects'}
        </ButtonLink>
      </Row>
    </>
  );
}

/** Replaces the form for a student who has a project. */
export function AlreadyChosen({
  selection,
  isThis,
  back,
}: {
  selection: Selection;
  /** Whether it is the project of this page. */
  isThis: boolean;
  back: ReactNode;
}) {
  return (
    <>
      <p>
        {isThis ? (
          <span>This is your project.</span>
        ) : (
          <>
            <span>You have already selected a project: </span>
            <strong>{endSentence(selection.p_name)}</strong>
          </>
        )}
        <span> You chose it on </span>
        <Day value={selection.start_date} />
        <span>. You cannot change it.</span>
      </p>
      <Row className={styles['actions']}>
        {back}
        <ButtonLink to="/ProjectDashboard1" state={{ s_id: selection.sp_id, p_id: selection.p_id }}>
          Open project dashboard
        </ButtonLink>
      </Row>
    </>
  );
}
