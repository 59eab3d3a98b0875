import { Link } from 'react-router';
import type { ProjectCard } from '#contract/projects/calls';
import type { Selection } from '#contract/selections/calls';
import { ButtonLink } from '../../ui/button.tsx';
import { Row, Small } from '../../ui/layout.tsx';
import styles from './projects.module.css';
import { safeAddress } from '../../lib/safe-address.ts';

export function OwnProject({
  selection,
  card,
}: {
  selection: Selection;
  /** Undefined if the course's projects could not be loaded. */
  card: ProjectCard | undefined;
}) {
  const picture = card === undefined ? null : safeAddress(card.backgroundImage);
  return (
    <Row as="section" gap={4} aria-labelledby="own-project" className={styles['own']}>
      {picture !== null && (
        <img
          src={picture}
          alt={`Illustration for ${selection.p_name}`}
          width={64}
          height={64}
          className={styles['ownPicture']}
        />
      )}
      <div className={styles['ownText']}>
        <Small as="h2" id="own-project">
          Your project
        </Small>
        <p className={styles['ownName']}>{selection.p_name}</p>
        <Link to={`/projectDetails/${encodeURIComponent(selection.p_id)}`}>
          <Small as="span">About this project</Small>
        </Link>
      </div>
      <ButtonLink
        to="/ProjectDashboard1"
        state={{ s_id: selection.sp_id, p_id: selection.p_id }}
        variant="secondary"
        small
      >
        Open project dashboard
      </ButtonLink>
    </Row>
  );
}
