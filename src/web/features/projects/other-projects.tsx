import type { ProjectCard } from '#contract/projects/calls';
import { Small } from '../../ui/layout.tsx';
import { ProjectCards } from './project-cards.tsx';
import styles from './projects.module.css';

/** Folded, without a script too. */
export function OtherProjects({ projects, state }: { projects: readonly ProjectCard[]; state?: unknown }) {
  if (projects.length === 0) return <Small>Your course has no other project.</Small>;
  return (
    <details className={styles['others']}>
      <summary>
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
