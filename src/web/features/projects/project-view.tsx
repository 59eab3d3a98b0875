import type { Project } from '#contract/projects/calls';
import { Small, Stack } from '../../ui/layout.tsx';
import { PictureBackdrop, PictureBanner } from './picture-backdrop.tsx';
import { ProjectCards } from './project-cards.tsx';
import { ProjectList, ProjectStory } from './project-sections.tsx';
import styles from './projects.module.css';

/** As students see it: card and details. */
export function ProjectView({ project }: { project: Project }) {
  return (
    <>
      <Small>Card</Small>
      <div className={styles['exampleCard']} inert>
        <ProjectCards projects={[project]} />
      </div>
      <Small>Details</Small>
      <PictureBackdrop picture={project.backgroundImage} isScreen={false}>
        <Stack className={styles['exampleDetails']}>
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
        </Stack>
      </PictureBackdrop>
    </>
  );
}
