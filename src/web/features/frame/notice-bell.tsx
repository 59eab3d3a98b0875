import { useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { useFreshCount, useUnreadNotices } from '../../lib/unread-notices.ts';
import { ButtonLink } from '../../ui/button.tsx';
import styles from './signed-in-bar.module.css';

const maxShown = 99;

function wordsOf(count: number): string {
  if (count === 0) return 'Notices';
  return count === 1 ? '1 new notice' : `${count} new notices`;
}

export function NoticeBell({ user }: { user: CurrentUser }) {
  const count = useUnreadNotices(user);
  const { pathname } = useLocation();
  useFreshCount(user);
  const words = wordsOf(count);
  return (
    <ButtonLink
      to="/notices"
      variant="quiet"
      small
      className={styles['bell']}
      title={words}
      aria-label={words}
      aria-current={pathname === '/notices' ? 'page' : undefined}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M10 2.5a5 5 0 0 0-5 5V11l-1.5 3.5h13L15 11V7.5a5 5 0 0 0-5-5ZM8 17.25h4" />
      </svg>
      {count > 0 && (
        <span aria-hidden="true" className={styles['noticeCount']}>
          {count > maxShown ? `${maxShown}+` : count}
        </span>
      )}
    </ButtonLink>
  );
}
