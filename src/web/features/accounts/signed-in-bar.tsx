import type { CurrentUser } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LogoutForm } from './logout-form.tsx';
import styles from './signed-in-bar.module.css';
import { useLogOut } from './use-log-out.tsx';

/** The header navigation of signed-in users: home, for staff the discussion of their first batch, the account, Logout. */
export function SignedInBar({ user, onError }: { user: CurrentUser; onError: (error: unknown) => void }) {
  const batch = user.batches[0];
  const { isLoggingOut, logOut, dialog } = useLogOut(onError);
  return (
    <>
      <ButtonLink to={homeOf(user)} variant="quiet" small className={styles['home']}>
        {user.role === 'student' ? 'Dashboard' : 'Hand-ins'}
      </ButtonLink>
      {batch !== undefined && (
        <ButtonLink
          to={`/discussion/${encodeURIComponent(batch)}`}
          variant="quiet"
          small
          className={styles['home']}
        >
          Forum
        </ButtonLink>
      )}
      <ButtonLink to="/account" variant="quiet" small className={styles['account']} title="Your account">
        <AccountIcon />
        <span className={styles['name']}>{user.s_name}</span>
      </ButtonLink>
      <LogoutForm onSubmit={logOut}>
        <Button type="submit" variant="secondary" small busy={isLoggingOut}>
          Logout
        </Button>
      </LogoutForm>
      {dialog}
    </>
  );
}

/** Replaces the name on narrow screens. */
function AccountIcon() {
  return (
    <svg
      className={styles['icon']}
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <circle cx="10" cy="6.5" r="3.5" />
      <path d="M3 17.5c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5" strokeLinecap="round" />
    </svg>
  );
}
