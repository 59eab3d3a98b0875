import type { ProjectCard } from '#contract/projects/calls';
import { excerpt } from '#contract/excerpt';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Small } from '../../ui/layout.tsx';
import styles from './projects.module.css';
import { SeatsLeft } from './project-sections.tsx';
import { safeAddress } from '../../lib/safe-address.ts';

function ProjectPicture({ project }: { project: ProjectCard }) {
  const address = safeAddress(project.backgroundImage);
  return (
    <div className={styles['picture']}>
      {address !== null && (
        <img
          src={address}
          alt={`Illustration for ${project.name}`}
          width={1200}
          height={675}
          loading="lazy"
          decoding="async"
        />
      )}
    </div>
  );
}

/** @param state the navigation state of the links */
export function ProjectCards({ projects, state }: { projects: readonly ProjectCard[]; state?: unknown }) {
  return (
    <ul className={styles['cards']}>
      {projects.map((project) => (
        <Card as="li" key={project.id} className={styles['card']}>
          <ProjectPicture project={project} />
          <div className={styles['body']}>
            <Small>{project.course}</Small>
            <h3>{project.name}</h3>
            <p className={styles['details']}>{excerpt(project.details)}</p>
            <SeatsLeft project={project} />
            <ButtonLink
              to={`/projectDetails/${encodeURIComponent(project.id)}`}
              state={state}
              variant="secondary"
              aria-label={`Read more about ${project.name}`}
              className={styles['more']}
            >
              Read more
            </ButtonLink>
          </div>
        </Card>
      ))}
    </ul>
  );
}
