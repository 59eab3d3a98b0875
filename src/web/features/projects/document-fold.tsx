import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Project } from '#contract/projects/calls';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './document-fold.module.css';
import { asksForFullHeight, OverviewDocument } from './overview-document.tsx';

/** The overview document, folded away until somebody wants to read it: only then is it loaded. */
export function DocumentFold({
  project,
  note,
  className,
}: {
  project: Project;
  /** Why to read it. */
  note: ReactNode;
  className?: string | undefined;
}) {
  const [search] = useSearchParams();
  return (
    <Card as="section" className={classNames(styles['card'], className)}>
      <details open={asksForFullHeight(search)}>
        <summary className={styles['summary']}>
          <h2 className={styles['title']}>Overview document</h2>
          <span className={styles['note']}>{note}</span>
        </summary>
        <OverviewDocument project={project} isLazy />
      </details>
    </Card>
  );
}
