import { ButtonLink } from '../../ui/button.tsx';
import styles from './account-pages.module.css';

/** Leads through a list of accounts, the newest first; null where there is nothing to go to. */
export function AccountPages({ newest, older }: { newest: string | null; older: string | null }) {
  if (newest === null && older === null) return null;
  return (
    <p className={styles['pages']}>
      {newest !== null && (
        <ButtonLink variant="secondary" small to={newest}>
          To the newest
        </ButtonLink>
      )}
      {older !== null && (
        <ButtonLink variant="secondary" small to={older}>
          Older accounts
        </ButtonLink>
      )}
    </p>
  );
}
