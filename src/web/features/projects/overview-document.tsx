import type { Project } from '#contract/projects';
import { EmptyState } from '../../ui/states.tsx';
import styles from './overview-document.module.css';
import { safeAddress } from './safe-address.ts';

/** The project's overview document in a full-width iframe of 400 px (specification, sections 2 and 9), and a link to it. */
export function OverviewDocument({ project }: { project: Project }) {
  const address = safeAddress(project.project_url);
  if (address === null) {
    return (
      <EmptyState title="No overview document yet">
        <p>The academy has not put one up for this project. Please ask your mentor for it.</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles['document']}>
      <div className={styles['frame']}>
        {/* A sandbox would disable browsers' PDF viewers. Our own documents run no scripts by their own CSP, and the page's CSP
            allows frames from the listed hosts only. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          src={address}
          title={`Overview document of ${project.name}`}
          width="100%"
          height={400}
          className={styles['embedded']}
        />
      </div>
      <p className={styles['link']}>
        <a href={address} target="_blank" rel="noopener noreferrer">
          Open the document in a new tab
        </a>
      </p>
    </div>
  );
}
