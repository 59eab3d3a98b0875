import type { Selection } from '#contract/selections';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './already-chosen.module.css';

/** Tells a student who already has a project. */
export function AlreadyChosen({ selection, isThis }: { selection: Selection; isThis: boolean }) {
  return (
    <Notice
      role="note"
      title={isThis ? 'This is your project.' : `You have already selected a project: ${selection.p_name}.`}
    >
      <p>
        The choice was for good. Proceed changes nothing about it and leads to your project dashboard too.
      </p>
      <ButtonLink
        to="/ProjectDashboard1"
        state={{ s_id: selection.sp_id, p_id: selection.p_id }}
        className={styles['link']}
      >
        Open project dashboard
      </ButtonLink>
    </Notice>
  );
}
