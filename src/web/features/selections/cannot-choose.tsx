import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './choose-project.module.css';

/** In place of the tick for a student of another course, or of none yet: why this project is not to be chosen. */
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
      <div className={styles['actions']}>
        {back}
        <ButtonLink to="/StudentDashboard" variant={ownCourse === null ? 'secondary' : 'primary'}>
          {ownCourse === null ? 'Go to your dashboard' : 'See your projects'}
        </ButtonLink>
      </div>
    </>
  );
}
