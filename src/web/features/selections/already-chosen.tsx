import type { ReactNode } from 'react';
import type { Selection } from '#contract/selections/calls';
import { endSentence } from '../../lib/end-sentence.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './choose-project.module.css';

/** In place of the tick for a student who has a project already: which one, and the way there. */
export function AlreadyChosen({
  selection,
  isThis,
  back,
}: {
  selection: Selection;
  /** Whether it is the project of this page. */
  isThis: boolean;
  back: ReactNode;
}) {
  return (
    <>
      <p>
        {isThis ? (
          <span>This is your project.</span>
        ) : (
          <>
            <span>You have already selected a project: </span>
            <strong>{endSentence(selection.p_name)}</strong>
          </>
        )}
        <span> You chose it on </span>
        <Day value={selection.start_date} />
        <span>. You cannot change it.</span>
      </p>
      <div className={styles['actions']}>
        {back}
        <ButtonLink to="/ProjectDashboard1" state={{ s_id: selection.sp_id, p_id: selection.p_id }}>
          Open project dashboard
        </ButtonLink>
      </div>
    </>
  );
}
