import type { Project } from '#contract/projects/calls';
import styles from './project-view.module.css';
import { PictureBackdrop, PictureBanner } from './picture-backdrop.tsx';
import { ProjectCards } from './project-cards.tsx';
import { ProjectList, ProjectStory } from './project-sections.tsx';

/** A project as students see it: its card among the available ones, and its details. */
export function ProjectView({ project }: { project: Project }) {
  return (
    <>
      <p className={styles['label']}>Card</p>
      <div className={styles['card']} inert>
        <ProjectCards projects={[project]} />
      </div>
      <p className={styles['label']}>Details</p>
      <PictureBackdrop picture={project.backgroundImage} isScreen={false}>
        <div className={styles['details']}>
          <PictureBanner project={project} />
          <ProjectStory project={project} isScreen={false} />
          <ProjectList
            title="Prerequisite Knowledge"
            items={project.prerequisiteKnowledge}
            emptyText="Nothing in particular."
          />
          <ProjectList
            title="Job Opportunities"
            items={project.jobOpportunities}
            emptyText="None listed yet."
          />
        </div>
      </PictureBackdrop>
    </>
  );
}
