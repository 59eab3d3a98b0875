import type { PortalChecks } from '#contract/operations/check-calls';
import styles from './portal-checks.module.css';

/** Every setting of the process that answers, folded away. */
export function PortalSettings({ settings }: { settings: PortalChecks['settings'] }) {
  return (
    <details>
      <summary>
        <h2 className={styles['summary']}>Settings</h2>
      </summary>
      <p>Secrets are not shown. Settings are read at the start, from each machine’s environment.</p>
      <dl className={styles['settings']}>
        {settings.map(({ name, value, source }) => (
          <div key={name} className={styles['setting']}>
            <dt>{name}</dt>
            <dd>
              <span>{`${value ?? 'not set'} `}</span>
              {source === 'default' && <span className={styles['source']}>(by default)</span>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
