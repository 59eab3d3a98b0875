import type { PortalCheck } from '#contract/operations/check-calls';
import { classNames } from '../../ui/class-names.ts';
import styles from './portal-checks.module.css';

const stateWords = { warn: 'Needs attention', fail: 'Failing' };

/** What was looked at, each with what was found; what is not in order with its state and what to do. */
export function PortalChecks({ checks }: { checks: readonly PortalCheck[] }) {
  return (
    <ul className={styles['checks']}>
      {checks.map(({ id, title, state, found, todo }) => (
        <li key={id} className={classNames(styles['check'], state === 'ok' && styles['plain'])}>
          {state !== 'ok' && (
            <span className={styles['state']} data-state={state}>
              {stateWords[state]}
            </span>
          )}
          <div className={styles['words']}>
            <h3 className={styles['title']}>{title}</h3>
            <p className={styles['found']}>{found}</p>
            {todo !== null && <p>{todo}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
