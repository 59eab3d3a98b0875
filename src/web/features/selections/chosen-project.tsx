import type { Selection } from '#contract/selections';
import { ButtonLink } from '../../ui/button.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './chosen-project.module.css';

/** The selected project with a link to its dashboard. */
export function ChosenProject({ selection }: { selection: Selection }) {
  return (
    <section className={styles['chosen']} aria-labelledby="chosen-project">
      <div>
        <h2 id="chosen-project" className={styles['label']}>
          Your project
        </h2>
        <p className={styles['name']}>{selection.p_name}</p>
        <p className={styles['since']}>
          Started on <Day value={selection.start_date} />
        </p>
      </div>
      <ButtonLink
        to="/ProjectDashboard1"
        state={{ s_id: selection.sp_id, p_id: selection.p_id }}
        variant="secondary"
      >
        Open project dashboard
      </ButtonLink>
    </section>
  );
}
