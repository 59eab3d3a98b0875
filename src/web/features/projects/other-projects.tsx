import type { ProjectCard } from '#contract/projects/calls';
import { ProjectCards } from './project-cards.tsx';
import styles from './other-projects.module.css';

/** The projects that can no longer be taken, folded; without a script too. */
export function OtherProjects({ projects, state }: { projects: readonly ProjectCard[]; state?: unknown }) {
  if (projects.length === 0) return <p className={styles['none']}>Your course has no other project.</p>;
  return (
    <details className={styles['others']}>
      <summary className={styles['summary']}>
        {`${
          projects.length === 1
            ? '1 other project of your course'
            : `${projects.length} other projects of your course`
        } (you cannot change your choice)`}
      </summary>
      <ProjectCards projects={projects} state={state} />
    </details>
  );
}
