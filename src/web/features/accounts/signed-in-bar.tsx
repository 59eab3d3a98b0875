import type { CurrentUser } from '#contract/accounts';
import { homeOf } from '#contract/screens';
import { Button, ButtonLink } from '../../ui/button.tsx';
import styles from './signed-in-bar.module.css';
import { useLogOut } from './use-log-out.tsx';

/** Who is signed in, the way home, for staff also to the forum of their first batch, and Logout. */
export function SignedInBar({
  student,
  onTrouble,
}: {
  student: CurrentUser;
  onTrouble: (error: unknown) => void;
}) {
  const forum = student.batches[0];
  const { isLeaving, leave, question } = useLogOut(onTrouble);
  return (
    <>
      <ButtonLink to={homeOf(student)} variant="quiet" small className={styles['home']}>
        {student.role === 'student' ? 'Dashboard' : 'Hand-ins'}
      </ButtonLink>
      {forum !== undefined && (
        <ButtonLink
          to={`/discussion/${encodeURIComponent(forum)}`}
          variant="quiet"
          small
          className={styles['home']}
        >
          Forum
        </ButtonLink>
      )}
      <ButtonLink to="/account" variant="quiet" small className={styles['who']} title="Your account">
        <Person />
        <span className={styles['name']}>{student.s_name}</span>
      </ButtonLink>
      <Button variant="secondary" small busy={isLeaving} onClick={leave}>
        Logout
      </Button>
      {question}
    </>
  );
}

/** In place of the name where there is no room for it. */
function Person() {
  return (
    <svg
      className={styles['person']}
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
