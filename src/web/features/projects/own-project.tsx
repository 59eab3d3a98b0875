import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ProjectCard } from '#contract/projects/calls';
import type { Selection } from '#contract/selections/calls';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './own-project.module.css';
import { safeAddress } from './safe-address.ts';

/** The student's own project: its picture, its name, and the way to its dashboard. */
export function OwnProject({
  selection,
  card,
  children,
}: {
  selection: Selection;
  /** Its card among those of the course; undefined where that could not be loaded. */
  card: ProjectCard | undefined;
  /** Stands beside the picture too. */
  children?: ReactNode;
}) {
  const picture = card === undefined ? null : safeAddress(card.backgroundImage);
  return (
    <div className={styles['own']} data-picture={picture !== null || undefined}>
      {picture !== null && (
        <div className={styles['picture']}>
          <img
            src={picture}
            alt={`Illustration for ${selection.p_name}`}
            width={1200}
            height={675}
            fetchPriority="high"
          />
        </div>
      )}
      <div className={styles['body']}>
        <section className={styles['project']} aria-labelledby="own-project">
          <h2 id="own-project" className={styles['label']}>
            Your project
          </h2>
          <p className={styles['name']}>{selection.p_name}</p>
          <div className={styles['links']}>
            <ButtonLink
              to="/ProjectDashboard1"
              state={{ s_id: selection.sp_id, p_id: selection.p_id }}
              variant="secondary"
            >
              Open project dashboard
            </ButtonLink>
            <Link to={`/projectDetails/${encodeURIComponent(selection.p_id)}`} className={styles['about']}>
              About this project
            </Link>
          </div>
        </section>
        {children}
      </div>
    </div>
  );
}
